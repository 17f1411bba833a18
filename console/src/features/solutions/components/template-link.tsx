import { inside } from '../../../ui/base-path.ts'

/** Downloads the same files that `podium init` writes. */
export function TemplateLink() {
  return (
    <a href={inside('/template/my-solution.tgz')} download>
      Download a template
    </a>
  )
}
