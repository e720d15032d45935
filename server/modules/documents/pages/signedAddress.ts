import type { PictureAddress } from './pictures.ts'

/** Parts of an address: by name in its path and in its query. */
interface Parts {
  part(name: string): string
  all(name: string): readonly string[]
  /** The query as it came. */
  search: string
}

/** What stands in the query once; null for what is not there, and nothing that was ever signed for what is there twice. */
const once = (values: readonly string[]): string | null => (values.length > 1 ? '' : (values[0] ?? null))

/** A number as it is signed, in digits alone: "01" and "1.0" are other addresses (PAGE-11). */
const asSigned = (text: string | null): number => (/^[1-9]\d*$/.test(text ?? '') ? Number(text) : Number.NaN)

/** What was signed, where nothing else stands in the query: with another name the address is another one. */
const signatureOf = ({ all, search }: Parts, names: readonly string[]): string =>
  [...new URLSearchParams(search).keys()].every((name) => names.includes(name))
    ? (once(all('signature')) ?? '')
    : ''

export function pageAddress(parts: Parts): PictureAddress {
  const { part, all } = parts
  const one = (name: string) => once(all(name))
  const print = one('print')
  const signature = signatureOf(parts, ['width', 'print', 'expires', 'signature'])
  return {
    openingId: part('id'),
    number: asSigned(part('number')),
    width: asSigned(one('width')),
    print: print === '1',
    expires: asSigned(one('expires')),
    signature: print === null || print === '1' ? signature : '',
  }
}

export const markedPdfAddress = (parts: Parts) => ({
  id: parts.part('id'),
  expires: asSigned(once(parts.all('expires'))),
  signature: signatureOf(parts, ['expires', 'signature']),
})
