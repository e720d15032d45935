import type { AreaBox, RedactionArea } from '../../../../../shared/redactions.ts'

/** An area that is edited, with a name of its own in this page. */
export interface EditedArea extends RedactionArea {
  readonly key: string
}

let made = 0
export const newKey = (): string => {
  made += 1
  return `area-${made}`
}

export const edited = (areas: readonly RedactionArea[]): EditedArea[] =>
  areas.map((area) => ({ ...area, key: newKey() }))

/** As the server takes them. */
export const sent = (areas: readonly EditedArea[]): RedactionArea[] =>
  areas.map(({ key: _, page, boxes, kind, words, reason }) => ({
    page,
    boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
    kind,
    words,
    reason,
  }))

const textOf = ({ page, boxes, reason }: RedactionArea): string =>
  JSON.stringify([page, boxes.map(({ x, y, width, height }) => [x, y, width, height]), reason])

export const isSame = (one: readonly EditedArea[], other: readonly EditedArea[]): boolean =>
  one.length === other.length && one.every((area, at) => other[at] && textOf(area) === textOf(other[at]))

/** Areas of both, those that are the same once: nothing of what two people chose is lost (REDACT-05). */
export function both(mine: readonly EditedArea[], theirs: readonly EditedArea[]): EditedArea[] {
  const known = new Set(mine.map(textOf))
  return inOrder([...mine, ...theirs.filter((area) => !known.has(textOf(area)))])
}

const topOf = ({ boxes }: RedactionArea): number => Math.min(...boxes.map(({ y }) => y))

/** By page, then from top to bottom. */
export const inOrder = (areas: readonly EditedArea[]): EditedArea[] =>
  areas.toSorted((one, other) => one.page - other.page || topOf(one) - topOf(other))

/** A box that stays on its page, of at least a point. */
export function onPage(box: AreaBox, page: { width: number; height: number }): AreaBox {
  const width = Math.min(Math.max(1, box.width), page.width)
  const height = Math.min(Math.max(1, box.height), page.height)
  return {
    x: Math.min(Math.max(0, box.x), page.width - width),
    y: Math.min(Math.max(0, box.y), page.height - height),
    width,
    height,
  }
}

/** What an area is called in the list: its words, or its size. */
export function nameOf({ words, boxes: [box] }: RedactionArea): string {
  if (words !== null) return words
  const inches = (points = 0): string => (points / 72).toFixed(1)
  return `Area ${inches(box?.width)} × ${inches(box?.height)} in`
}
