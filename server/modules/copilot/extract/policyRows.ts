import type { Candidate } from './candidates.ts'
import type { Segment, Segments } from './segments.ts'
import { dates } from './values.ts'

/** A row of the usual certificate of liability insurance: a policy with the dates between which it is in force. */
export interface PolicyRow {
  number: string
  effective: string
  expiration: string
  line: Segment
}

const NUMBER_HEAD = /^policy\s*(?:numbers?|no\.?|#)/i
const EFFECTIVE_HEAD = /\beff(?:ective|\.)?\b|\bfrom\b|inception/i
const EXPIRATION_HEAD = /\bexp(?:iration|iry|ires|\.)?\b|\bto\b/i
/** Lines below the heads that can still be rows. */
const REACH = 60

const isHeads = ({ cells }: Segment): boolean =>
  cells.some(
    (cell, at) =>
      NUMBER_HEAD.test(cell) &&
      EFFECTIVE_HEAD.test(cells[at + 1] ?? '') &&
      EXPIRATION_HEAD.test(cells[at + 2] ?? ''),
  )
const isDate = (cell: string | undefined): cell is string => {
  const [found] = dates(cell ?? '')
  return found !== undefined && found.value.length === cell?.trim().length
}

/**
 * Rows under the heads policy number, effective and expiration. They may have more cells than the heads, since a limit
 * stands beside its name and heads run together; so two dates side by side tell a row, and the number stands before them.
 */
export function policyRows({ lines }: Segments): PolicyRow[] {
  const heads = lines.flatMap((line, at) => (isHeads(line) ? [at] : []))
  return lines.flatMap((line, at) => {
    if (!heads.some((head) => head < at && at <= head + REACH)) return []
    const place = line.cells.findIndex(
      (cell, column) => column > 0 && isDate(cell) && isDate(line.cells[column + 1]),
    )
    const number = line.cells[place - 1] ?? ''
    if (place < 1 || !/\d{2}/.test(number) || number.length > 40) return []
    return [{ number, effective: line.cells[place] ?? '', expiration: line.cells[place + 1] ?? '', line }]
  })
}

const candidateOf = ({ line }: PolicyRow, value: string, detail: string | null): Candidate => ({
  value,
  detail,
  quotation: line.text.replaceAll('\t', ' ').slice(0, 400),
  page: line.pageAt(0),
  score: 6,
})

export const policiesOfRows = (rows: readonly PolicyRow[]): Candidate[] =>
  rows.map((row) => candidateOf(row, row.number, null))

/** Their dates: one for all, or with its policy where they differ. */
export function datesOfRows(rows: readonly PolicyRow[], which: 'effective' | 'expiration'): Candidate[] {
  const [first] = rows
  if (!first) return []
  return rows.every((row) => row[which] === first[which])
    ? [candidateOf(first, first[which], null)]
    : rows.map((row) => candidateOf(row, row[which], `Policy ${row.number}`))
}
