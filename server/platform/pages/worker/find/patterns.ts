import type { TextPattern } from '../../asked.ts'

/** Digits that a phone number has, with its country. */
const PHONE_DIGITS = { min: 7, max: 15 }
/** A day such as 01/02/2025. */
const DAY = /^\d{1,4}([./ -])\d{1,2}\1\d{1,4}$/
/** Letters and digits before and after which a number is part of something else. */
const APART = String.raw`(?<![\p{L}\p{N}])`
const ENDS = String.raw`(?![\p{L}\p{N}])`

const SIGN = String.raw`(?:(?:us|ca|au|nz|hk|s)?\$|[€£¥₹])`
const CODE = '(?:usd|eur|gbp|chf|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|pln|czk|huf|zar|mxn|brl)'
const CURRENCY_WORD = String.raw`(?:(?:u\. ?s\. |us )?dollars?|euros?|pounds? sterling|pounds?|cents?|swiss francs?|francs?)`
const NUMBER = String.raw`\d{1,3}(?:[,.' ]\d{3}){1,6}(?:[.,]\d{1,6})?|\d{1,15}(?:[.,]\d{1,6})?`
const SCALE = String.raw`(?: ?(?:thousand|million|billion|trillion|mio|mrd|mn|bn|mm|[kmb])(?![\p{L}\p{N}]))?`

/** Each matches texts of bounded length, so that no page takes long; what is read is folded: in lower case, without accents. */
const EXPRESSIONS: Readonly<Record<TextPattern, RegExp>> = {
  EMAIL: new RegExp(
    String.raw`(?<![a-z0-9._%+'-])[a-z0-9_%+'-]{1,64}(?:\.[a-z0-9_%+'-]{1,64}){0,6}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,24}${ENDS}`,
    'gu',
  ),
  PHONE: new RegExp(
    [
      // With a country, or as it is dialled abroad.
      String.raw`(?<![\p{L}\p{N}+])(?:\+ ?|00)[1-9](?:[ ./()-]{0,3}\d){6,14}`,
      // As written in North America.
      String.raw`(?<![\p{L}\p{N}(])\(\d{3}\)[ .-]{0,2}\d{3}[ .-]\d{4}`,
      String.raw`${APART}\d{3}[.-]\d{3}[.-]\d{4}`,
      String.raw`${APART}\d{3} \d{3} \d{4}`,
      // With an area that begins with a nought.
      String.raw`${APART}\(?0\d{1,5}\)?[ /-]{1,3}\d(?:[ /-]?\d){4,10}`,
    ]
      .map((each) => `(?:${each})(?:,? ?(?:ext|x)\\.? ?\\d{1,6})?${ENDS}`)
      .join('|'),
    'gu',
  ),
  AMOUNT: new RegExp(
    [
      String.raw`(?<![\p{L}\p{N}$€£¥])(?:${SIGN}|${CODE}) ?\(?(?:${NUMBER})${SCALE}`,
      String.raw`(?<![\p{L}\p{N}.,])(?:${NUMBER})${SCALE} ?(?:[€£¥₹]|\$|${CODE}${ENDS}|${CURRENCY_WORD}${ENDS})`,
    ]
      .map((each) => `(?:${each})`)
      .join('|'),
    'gu',
  ),
}

/** From where to where in a folded text, as indexes. */
export interface FoundSpan {
  from: number
  to: number
}

/** Where a pattern stands in a folded text, in order. */
export function spansOf(pattern: TextPattern, text: string): FoundSpan[] {
  return [...text.matchAll(EXPRESSIONS[pattern])].flatMap(({ 0: found, index }) =>
    pattern === 'PHONE' && !isPhone(found) ? [] : [{ from: index, to: index + found.length }],
  )
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max + 6 && !DAY.test(text)
}
