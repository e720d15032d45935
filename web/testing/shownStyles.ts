import type CSSRule from 'happy-dom/lib/css/CSSRule.js'
import CSSStyleDeclaration from 'happy-dom/lib/css/declaration/CSSStyleDeclaration.js'
import ELEMENT_DEFAULTS from 'happy-dom/lib/css/declaration/computed-style/config/CSSComputedStyleElementDefault.js'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import * as PropertySymbol from 'happy-dom/lib/PropertySymbol.js'
import QuerySelector from 'happy-dom/lib/query-selector/QuerySelector.js'

/**
 * Each name of an element, and each click, asks whether elements are shown. happy-dom then computes all of their styles, and of
 * those above them, from each of the page's thousand sheets: a fifth of the time of a page's tests. Here the properties that
 * are asked for are computed alone, from the rules that speak of them and of a class that the element has. What comes out is
 * the same; shownStyles.test.ts compares.
 */
export function computeShownAlone(): void {
  if (isDone) return
  isDone = true
  const { prototype } = CSSStyleDeclaration
  const all = prototype.getPropertyValue
  Reflect.set(prototype, 'getPropertyValue', function (this: Declaration, name: string): string {
    const element = this[PropertySymbol.computed] && this[PropertySymbol.element]
    const value = element && isShown(name) ? shownStyle(element, name) : null
    return value ?? all.call(this as unknown as CSSStyleDeclaration, name)
  })
}

let isDone = false

interface Declaration {
  [PropertySymbol.computed]: boolean
  [PropertySymbol.element]: HTMLElement | null
}

const SHOWN = ['display', 'visibility', 'pointer-events'] as const
type Shown = (typeof SHOWN)[number]
const isShown = (name: string): name is Shown => (SHOWN as readonly string[]).includes(name)
const OF_SHOWN = new RegExp(`(?<![\\w-])(?:${SHOWN.join('|')})\\s*:[^;}]*`, 'g')

/** A computed property; null for what only happy-dom itself can compute. */
export function shownStyle(element: HTMLElement, name: Shown): string | null {
  const document = element.ownerDocument
  if (element.getRootNode() !== document) return null
  const rules = rulesOf(document)
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const text = textOf(at, rules)
    if (text.includes('var(')) return null
    const value = valuesOf(text)[name]
    // Of these only visibility is inherited.
    if (value !== '' || name !== 'visibility') return value
  }
  return ''
}

/** What is said of an element's shown properties, in the order in which it is said. */
function textOf(element: HTMLElement, { byClass, others }: Rules): string {
  const found: { text: string; weight: number; place: number }[] = []
  const add = (rules: readonly ShownRule[] | undefined) => {
    for (const { selector, text, place } of rules ?? []) {
      const match = QuerySelector.matches(element as never, selector, { ignoreErrors: true })
      if (match) found.push({ text, weight: match.priorityWeight, place })
    }
  }
  for (const name of new Set(element.classList)) add(byClass.get(name))
  add(others)
  found.sort((a, b) => a.weight - b.weight || a.place - b.place)
  const own = element.getAttribute('style')?.match(OF_SHOWN)?.join(';') ?? ''
  return `${defaultOf(element)};${found.map(({ text }) => text).join(';')};${own}`
}

function defaultOf(element: HTMLElement): string {
  const texts = (ELEMENT_DEFAULTS as Record<string, string | Record<string, string>>)[element.tagName]
  if (typeof texts !== 'object') return texts ?? ''
  return Object.entries(texts)
    .filter(([key]) => key === 'default' || Reflect.get(element, key))
    .map(([, text]) => text)
    .join('')
}

const values = new Map<string, Record<Shown, string>>()

function valuesOf(text: string): Record<Shown, string> {
  const known = values.get(text)
  if (known) return known
  const manager = new CSSPropertyManager({ cssText: text.replaceAll(/[\w-]+\s*:\s*inherit\s*(?=;|$)/g, '') })
  const valueFor = (name: Shown) => manager.get(name)?.value ?? ''
  const made = {
    display: valueFor('display'),
    visibility: valueFor('visibility'),
    'pointer-events': valueFor('pointer-events'),
  }
  values.set(text, made)
  return made
}

/** A rule that says something of a shown property. */
interface ShownRule {
  readonly selector: string
  readonly text: string
  /** Among all rules of the page. */
  readonly place: number
}

interface Rules {
  /** By a class without which they match nothing. */
  readonly byClass: ReadonlyMap<string, readonly ShownRule[]>
  readonly others: readonly ShownRule[]
}

interface Rule extends CSSRule {
  selectorText?: string
  conditionText?: string
  cssRules?: Rule[]
  [PropertySymbol.cssText]?: string
}

/** Those of each document, until its sheets change. */
const kept = new WeakMap<Document, { rules: Rules; changes: MutationObserver }>()

function rulesOf(document: Document): Rules {
  const known = kept.get(document)
  if (known && known.changes.takeRecords().length === 0) return known.rules
  known?.changes.disconnect()
  const changes = new MutationObserver(() => kept.delete(document))
  changes.observe(document.head, { childList: true, subtree: true, characterData: true })
  const rules = collect(document)
  kept.set(document, { rules, changes })
  return rules
}

function collect(document: Document): Rules {
  const byClass = new Map<string, ShownRule[]>()
  const others: ShownRule[] = []
  let place = 0
  const take = (rules: readonly Rule[]) => {
    for (const rule of rules) {
      if (rule.selectorText === undefined) {
        if (isUsed(document, rule)) take(rule.cssRules ?? [])
        continue
      }
      const text = rule[PropertySymbol.cssText]?.match(OF_SHOWN)?.join(';')
      if (text === undefined) continue
      place += 1
      const made = { selector: rule.selectorText, text, place }
      const names = classesOf(rule.selectorText)
      if (names === null) others.push(made)
      for (const name of names ?? []) {
        const list = byClass.get(name)
        if (list) list.push(made)
        else byClass.set(name, [made])
      }
    }
  }
  for (const style of document.querySelectorAll<HTMLStyleElement>('style,link[rel="stylesheet"]'))
    take((style.sheet?.cssRules ?? []) as unknown as Rule[])
  return { byClass, others }
}

function isUsed({ defaultView: window }: Document, rule: Rule): boolean {
  const { conditionText = '' } = rule
  if (rule.constructor.name === 'CSSMediaRule') return window?.matchMedia(conditionText).matches === true
  return rule.constructor.name === 'CSSSupportsRule' && CSS.supports(conditionText)
}

/** Classes of which an element needs one to be matched; null where the selector's text alone does not say so. */
function classesOf(selector: string): readonly string[] | null {
  if (selector.includes('(')) return null
  const names = selector.split(',').map(
    (one) =>
      /\.([\w-]+)/.exec(
        one
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '',
      )?.[1],
  )
  return names.every((name) => name !== undefined) ? [...new Set(names)] : null
}
