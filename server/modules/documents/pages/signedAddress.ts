import type { PictureAddress } from './pictures.ts'

/** Parts of an address: by name in its path, and once in its query. */
interface Parts {
  part(name: string): string
  one(name: string): string | null
}

/** A number as it is signed, in digits alone: "01" and "1.0" are other addresses (PAGE-11). */
const asSigned = (text: string | null): number => (/^[1-9]\d*$/.test(text ?? '') ? Number(text) : Number.NaN)

export function pageAddress({ part, one }: Parts): PictureAddress {
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

export const markedPdfAddress = ({ part, one }: Parts) => ({
  id: part('id'),
  expires: asSigned(one('expires')),
  signature: one('signature') ?? '',
})
