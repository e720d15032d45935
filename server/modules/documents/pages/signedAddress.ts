import type { PictureAddress } from './pictures.ts'

/** Parts of an address: by name in its path and in its query. */
interface Parts {
  part(name: string): string
  all(name: string): readonly string[]
}

/** What stands in the query once; null for what is not there, and nothing that was ever signed for what is there twice. */
const once = (values: readonly string[]): string | null => (values.length > 1 ? '' : (values[0] ?? null))

/** A number as it is signed, in digits alone: "01" and "1.0" are other addresses (PAGE-11). */
const asSigned = (text: string | null): number => (/^[1-9]\d*$/.test(text ?? '') ? Number(text) : Number.NaN)

export function pageAddress({ part, all }: Parts): PictureAddress {
  const one = (name: string) => once(all(name))
  const print = one('print')
  return {
    openingId: part('id'),
    number: asSigned(part('number')),
    width: asSigned(one('width')),
    print: print === '1',
    expires: asSigned(one('expires')),
    signature: print === null || print === '1' ? (one('signature') ?? '') : '',
  }
}

export const markedPdfAddress = ({ part, all }: Parts) => ({
  id: part('id'),
  expires: asSigned(once(all('expires'))),
  signature: once(all('signature')) ?? '',
})
