import type { ByteRange } from '../platform/storage/index.ts'

const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/

/**
 * What a `Range` header asks of a file of `size` bytes: one range; `whole` for none, several, or one that can't
 * be read; `unsatisfiable` for one that lies behind the end.
 */
export function requestedRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = header === undefined ? null : RANGE.exec(header)
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return 'whole'
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
