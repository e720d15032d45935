import type CSSRule from 'happy-dom/lib/css/CSSRule.js'
import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'

/**
 * Each name of an element asks whether it is shown, and happy-dom compares each of the page's thousand rules with each of
 * the elements above for it: more than a third of the time of a page's tests. Nearly all rules are about a class that none
 * of them has, so that these are left out before they are compared; what is computed stays the same.
 */
export function leaveOutRules(): void {
  if (isDone) return
  isDone = true
  const { prototype } = CSSComputedStyle
  const parse = Reflect.get(prototype, 'parseCSSRules') as (options: Options) => void
  Reflect.set(prototype, 'parseCSSRules', function (this: CSSComputedStyle, options: Options) {
    const classes = new Set(options.elements.flatMap(({ element }) => [...element.classList]))
    parse.call(this, { ...options, cssRules: options.cssRules.filter((rule) => mayMatch(rule, classes)) })
  })
}

let isDone = false

interface Options {
  elements: { element: Element }[]
  cssRules: (CSSRule & { selectorText?: string; cssRules?: CSSRule[] })[]
}

/** Of selectors the class without which they match nothing; null where that is not told by their text alone. */
const needed = new Map<string, string | null>()

function classOf(selector: string): string | null {
  const known = needed.get(selector)
  if (known !== undefined) return known
  const last = /[,(]/.test(selector)
    ? ''
    : (selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '')
  const name = /\.([\w-]+)/.exec(last)?.[1] ?? null
  needed.set(selector, name)
  return name
}

function mayMatch(rule: Options['cssRules'][number], classes: ReadonlySet<string>): boolean {
  if (rule.selectorText !== undefined) {
    const name = classOf(rule.selectorText)
    return name === null || classes.has(name)
  }
  return rule.cssRules?.some((inner) => mayMatch(inner, classes)) ?? true
}
