import type CSSRule from 'happy-dom/lib/css/CSSRule.js'
import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'

/**
 * Each name of an element asks whether it is shown, and happy-dom compares each of the page's thousand sheets, of a rule
 * each, with each of the elements above for it: more than half of the time of a page's tests. Nearly all rules are about a
 * class that none of them has, so that their sheets are left out before they are compared; what is computed stays the same.
 */
export function leaveOutRules(): void {
  if (isDone) return
  isDone = true
  const { prototype } = CSSComputedStyle
  const all = Reflect.get(prototype, 'getStyleSheets') as (root: Node) => Sheet[]
  const computed = Reflect.get(prototype, 'getCachedPropertyManager') as (element: Element) => object | null
  Reflect.set(prototype, 'getStyleSheets', function (this: { element: Element }, root: Node) {
    const sheets = all.call(this, root)
    if (root !== this.element.ownerDocument) return sheets
    const classes = new Set<string>()
    for (let above: Element | null = this.element; above; above = above.parentElement)
      if (!computed.call(this, above)) for (const name of above.classList) classes.add(name)
    return sheets.filter((sheet) => classesOf(sheet)?.some((name) => classes.has(name)) ?? true)
  })
}

let isDone = false

interface Rule extends CSSRule {
  selectorText?: string
  cssRules?: Rule[]
}
interface Sheet {
  cssRules: Rule[]
}
/** Classes without all of which no rule of a sheet matches anything; null where that is not told by their text alone. */
type Needed = readonly string[] | null

/** By sheets, with the rules that they had. */
const known = new WeakMap<Sheet, { last: Rule | undefined; count: number; needed: Needed }>()

function classesOf(sheet: Sheet): Needed {
  const { cssRules } = sheet
  const last = cssRules.at(-1)
  const before = known.get(sheet)
  if (before && before.last === last && before.count === cssRules.length) return before.needed
  const needed = neededBy(cssRules)
  known.set(sheet, { last, count: cssRules.length, needed })
  return needed
}

function neededBy(rules: readonly Rule[]): Needed {
  const names: string[] = []
  for (const rule of rules) {
    const needed =
      rule.selectorText === undefined ? neededBy(rule.cssRules ?? []) : classOf(rule.selectorText)
    if (needed === null) return null
    names.push(...needed)
  }
  return names
}

function classOf(selector: string): Needed {
  if (/[,(]/.test(selector)) return null
  const last = selector
    .trim()
    .split(/[\s>+~]+/)
    .at(-1)
  const name = /\.([\w-]+)/.exec(last ?? '')?.[1]
  return name === undefined ? null : [name]
}
