import type { Sort } from './types.ts'

/** The order after a click on a header: a sorted column flips, a new one starts ascending (FMT-27). */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  if (sort?.key !== key) return { key, direction: 'asc' }
  return { key, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}
