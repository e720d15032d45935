import { showsNothing } from '../../../shared/texts.ts'
import { invalidValue, ScimError } from './errors.ts'

export type Json = Readonly<Record<string, unknown>>

const MAX_TEXT = 256

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An attribute by its name, whose case doesn't count (SCIM-09); undefined where it is absent. */
export const attributeOf = (object: Json, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** A text without what can't be stored; null for an absent or an empty one. @throws ScimError for anything else */
export function textOf(value: unknown, name: string, max = MAX_TEXT): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalidValue(`${name} must be a text.`)
  const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (text.length > max) throw invalidValue(`${name} has more than ${max} characters.`)
  return showsNothing(text) ? null : text
}

/** A yes or no, also where it comes as the text 'True' or 'False' (SCIM-09). @throws ScimError for anything else */
export function flagOf(value: unknown, name: string): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 'true') return true
  if (text === false || text === 'false') return false
  throw invalidValue(`${name} must be true or false.`)
}

/** The body of a request. @throws ScimError for what is no object of JSON */
export function bodyOf(text: string): Json {
  try {
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return body
  } catch {}
  throw new ScimError(400, 'The body is no object of JSON.', 'invalidSyntax')
}
