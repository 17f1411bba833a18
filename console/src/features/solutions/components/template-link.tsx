/** The same files as `podium init` writes. */
export function TemplateLink() {
  return (
    <a href="/template/my-solution.tgz" download>
      Download a template
    </a>
  )
}
