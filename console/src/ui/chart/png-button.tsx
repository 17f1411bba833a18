import { ImageDown } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import type { DrawnLine } from './drawn-line.ts'

interface PngButtonProps {
  title: string
  lines: readonly DrawnLine[]
  canvas: HTMLCanvasElement | null
}

/** Saves the chart as an image, with its title and the names of its lines. */
export function PngButton({ title, lines, canvas }: PngButtonProps) {
  return (
    <IconButton
      icon={ImageDown}
      label={`Download ${title} as PNG`}
      disabledReason={canvas === null ? 'The chart is not drawn.' : undefined}
      onClick={() => canvas && save(pictureOf(canvas, title, lines), `${title}.png`)}
    />
  )
}

const HEAD = 44

function pictureOf(canvas: HTMLCanvasElement, title: string, lines: readonly DrawnLine[]): HTMLCanvasElement {
  const scale = canvas.width / Math.max(canvas.clientWidth, 1)
  const picture = document.createElement('canvas')
  picture.width = canvas.width
  picture.height = canvas.height + HEAD * scale
  const pen = picture.getContext('2d')
  if (!pen) return picture
  const { fontFamily } = getComputedStyle(canvas)
  const root = getComputedStyle(document.documentElement)
  const token = (color: string) => {
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1]
    return name === undefined ? color : root.getPropertyValue(name)
  }
  pen.fillStyle = token('var(--surface)')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(canvas, 0, HEAD * scale)
  pen.scale(scale, scale)
  pen.fillStyle = token('var(--ink)')
  pen.font = `600 13px ${fontFamily}`
  pen.fillText(title, 16, 20)
  pen.font = `11px ${fontFamily}`
  let left = 16
  for (const { name, color } of lines) {
    pen.fillStyle = token(color)
    pen.fillRect(left, 32, 12, 3)
    pen.fillStyle = token('var(--ink)')
    pen.fillText(name, left + 16, 37)
    left += 32 + pen.measureText(name).width
  }
  return picture
}

function save(picture: HTMLCanvasElement, name: string) {
  picture.toBlob((blob) => {
    if (!blob) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name.replaceAll('/', '-')
    link.click()
    URL.revokeObjectURL(link.href)
  }, 'image/png')
}
