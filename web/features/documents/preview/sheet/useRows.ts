import { useCallback, useEffect, useRef, useState } from 'react'
import type { SheetSource } from './sheetSource.ts'
import type { SheetRow } from './sheetTable.ts'

/** Rows that are asked for together. */
const BLOCK = 100
/** Blocks to both sides that stay, so that scrolling back finds them. */
const KEPT = 10

type Blocks = ReadonlyMap<number, readonly SheetRow[]>

/**
 * The rows in view of one sheet of a source; others are forgotten.
 * @returns the row at an index, undefined until it has come
 */
export function useRows(
  source: SheetSource,
  sheet: number,
  from: number,
  to: number,
): (index: number) => SheetRow | undefined {
  const [blocks, setBlocks] = useState<Blocks>(new Map())
  const asked = useRef(new Set<number>())
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const first = Math.floor(from / BLOCK)
  const last = Math.floor(Math.max(from, to - 1) / BLOCK)
  useEffect(() => {
    const near = (block: number) => block >= first - KEPT && block <= last + KEPT
    for (const block of asked.current) if (!near(block)) asked.current.delete(block)
    setBlocks((before) =>
      [...before.keys()].every(near) ? before : new Map([...before].filter(([block]) => near(block))),
    )
    for (let block = first; block <= last; block += 1) {
      if (asked.current.has(block)) continue
      asked.current.add(block)
      source.rows(sheet, block * BLOCK, (block + 1) * BLOCK).then(
        (rows) => {
          if (!left.current) setBlocks((before) => new Map(before).set(block, rows))
        },
        () => asked.current.delete(block),
      )
    }
  }, [source, sheet, first, last])
  return useCallback((index) => blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK], [blocks])
}
