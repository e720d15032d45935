import { type FileKind, fileKind } from '../../shared/fileKind.ts'

type Child = Node | string | null | false | undefined
type Attributes = Readonly<
  Record<string, string | boolean | number | null | undefined | ((event: Event) => void)>
>

/** An element with attributes, listeners (`onclick`) and what is in it; texts are texts, never markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value))
  }
  element.append(
    ...children.filter((child): child is Node | string =>
      typeof child === 'object' ? child !== null : typeof child === 'string',
    ),
  )
  return element
}

const SVG = 'http://www.w3.org/2000/svg'
const PAGE =
  'M6 2.75h6.6l4.65 4.65V18a1.25 1.25 0 0 1-1.25 1.25H6A1.25 1.25 0 0 1 4.75 18V4A1.25 1.25 0 0 1 6 2.75z'
const FOLDER =
  'M3.25 16.5v-11c0-.7.55-1.25 1.25-1.25h3.4c.35 0 .68.15.92.4l1.5 1.6h7.18c.7 0 1.25.55 1.25 1.25v9c0 .7-.55 1.25-1.25 1.25h-13c-.7 0-1.25-.55-1.25-1.25z'
const INSIDE: Readonly<Record<FileKind, string>> = {
  pdf: 'M7.4 11.4h7.2M7.4 14h7.2M7.4 16.4h4',
  word: 'M7.6 10.6h6.8M7.6 13.2h6.8M7.6 15.8h4.2',
  sheet: 'M7.4 10.4h7.2v5.8H7.4zM7.4 13.3h7.2M11 10.4v5.8',
  image: 'M7 16.2l2.8-2.9 1.7 1.6 1.4-1.3 2.1 2.6M8.6 9.8v1.4',
  file: 'M7.6 11.6h6.8M7.6 14.6h4.6',
}

function drawn(kind: string, ...paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 22 22')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', 'glyph')
  svg.dataset.kind = kind
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

/** The glyph of a file's kind, as the product's lists have it. */
export const fileGlyph = (name: string): SVGSVGElement => {
  const kind = fileKind(name)
  return drawn(kind, PAGE, 'M12.5 2.9v3.6a1 1 0 0 0 1 1h3.6', INSIDE[kind])
}

export const folderGlyph = (): SVGSVGElement => drawn('folder', FOLDER)
export const chevron = (): SVGSVGElement => drawn('chevron', 'M8.5 6l5 5-5 5')

export const chip = (
  text: string,
  tone: 'neutral' | 'danger' | 'success' | 'info' | 'warning',
): HTMLElement => el('span', { class: 'chip', 'data-tone': tone }, text)

/** A moment, with its exact form for whoever asks. */
export const moment = (at: string, text: string): HTMLElement => el('time', { datetime: at, title: at }, text)

/** The address of a file of the archive, beside this page. */
export const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** A link to a file of the archive, which opens beside the page. */
export const fileLink = (path: string, text: string, attributes: Attributes = {}): HTMLAnchorElement =>
  el('a', { href: addressOf(path), target: '_blank', rel: 'noopener', ...attributes }, text)

/** What came of work on the archive, said where its content would be. */
export const problem = (error: unknown): HTMLElement =>
  el('p', { class: 'problem', role: 'alert' }, error instanceof Error ? error.message : String(error))
