import { ScimError } from './errors.ts'

/** What a list is narrowed by. */
export interface Term {
  /** In lower case. */
  attribute: string
  operator: 'eq' | 'co' | 'sw'
  value: string
}

const TERM = /^\s*(?:urn:[\w.:-]+:)?([a-z][\w.]*)\s+(eq|co|sw)\s+("(?:[^"\\]|\\.)*")\s*/i
const AND = /^and\s+/i
const MAX_TERMS = 2
const MAX_LENGTH = 2000

const refuse = () => new ScimError(400, 'This filter is not supported.', 'invalidFilter')

/**
 * Reads a filter: `eq` on what the resource offers, `co` and `sw` on userName, and `and` of two of them (SCIM-07).
 * @param offered attributes in lower case @throws ScimError for any other
 */
export function termsOf(filter: string, offered: readonly string[]): Term[] {
  const terms: Term[] = []
  let rest = filter.length > MAX_LENGTH ? '' : filter
  while (terms.length === 0 || rest !== '') {
    if (terms.length > 0 && !AND.test(rest)) throw refuse()
    rest = terms.length > 0 ? rest.replace(AND, '') : rest
    const [all = '', attribute = '', operator = '', quoted = ''] = TERM.exec(rest) ?? []
    if (all === '' || terms.length === MAX_TERMS) throw refuse()
    terms.push(termOf(attribute.toLowerCase(), operator.toLowerCase(), quoted))
    rest = rest.slice(all.length)
  }
  if (terms.some(({ attribute }) => !offered.includes(attribute))) throw refuse()
  return terms
}

function termOf(attribute: string, operator: string, quoted: string): Term {
  if (operator !== 'eq' && operator !== 'co' && operator !== 'sw') throw refuse()
  if (operator !== 'eq' && attribute !== 'username') throw refuse()
  try {
    const value: unknown = JSON.parse(quoted)
    if (typeof value === 'string' && !value.includes('\0')) return { attribute, operator, value }
  } catch {}
  throw refuse()
}
