import type { Cell } from '../../ui/index.ts'

/** A side of a cell. */
export type Side = 'W' | 'N' | 'S' | 'E'

/** Where one is in a matrix. */
export interface Selection {
  /** The cell that one stands on. */
  readonly current: Cell
  /** The item that the dialog is about. */
  readonly openId: string | null
  /** Items that are chosen together. */
  readonly chosen: ReadonlySet<string>
  /** Categories whose rows are hidden (CHK-08). */
  readonly collapsed: ReadonlySet<string>
  /** A step to the next cell, until that has been read. */
  readonly step: Side | null
}

export type Move =
  | { kind: 'stand'; cell: Cell }
  /** The open one is closed by it (CHK-16). */
  | { kind: 'open'; id: string }
  | { kind: 'openChosen' }
  | { kind: 'close' }
  /** Adds it to those that are chosen, or takes it from them (CHK-10). */
  | { kind: 'choose'; id: string }
  | { kind: 'clear' }
  | { kind: 'collapse'; categoryId: string }
  | { kind: 'step'; to: Side }
  /** The step leads to this cell; without one it leads nowhere. */
  | { kind: 'arrive'; cell?: Cell; id?: string }

const NOTHING: ReadonlySet<string> = new Set()

export const selectionAt = (openId: string | null): Selection => ({
  current: { row: 0, column: 0 },
  openId,
  chosen: NOTHING,
  collapsed: NOTHING,
  step: null,
})

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

export function moved(now: Selection, move: Move): Selection {
  switch (move.kind) {
    case 'stand':
      return { ...now, current: move.cell }
    case 'open':
      return {
        ...now,
        openId: move.id === now.openId ? null : move.id,
        chosen: now.chosen.has(move.id) ? now.chosen : NOTHING,
        step: null,
      }
    case 'openChosen':
      return { ...now, openId: [...now.chosen][0] ?? null, step: null }
    case 'close':
      return { ...now, openId: null, step: null }
    case 'choose':
      return { ...now, chosen: toggled(now.chosen, move.id) }
    case 'clear':
      return { ...now, chosen: NOTHING }
    case 'collapse':
      return { ...now, collapsed: toggled(now.collapsed, move.categoryId) }
    case 'step':
      return { ...now, step: move.to }
    case 'arrive':
      return move.cell === undefined || move.id === undefined
        ? { ...now, step: null }
        : { ...now, current: move.cell, openId: move.id, chosen: NOTHING, step: null }
  }
}
