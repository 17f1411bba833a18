/** The same files as `podium init` writes. */
export function TemplateLink() {
  return (
    <a href="/template/my-solution.tar.gz" download>
      Download a template
    </a>
  )
}
