import {
  type AreaBox,
  isOnPage,
  MAX_AREA_WORDS,
  MAX_AREAS,
  MAX_BOXES,
  type RedactionArea,
  reasonProblem,
  TOO_MANY_AREAS,
} from '../../../../shared/redactions.ts'
import { tidyText } from '../../../../shared/texts.ts'
import { requireFields } from '../../../access/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { PageSize } from '../../../platform/pages/index.ts'
import type { KeptMark } from './redactionStore.ts'

/** An area as it is given. */
export interface GivenMark {
  page: number
  boxes: readonly AreaBox[]
  /** AREA where it is left out. */
  kind?: RedactionArea['kind'] | undefined
  words?: string | null | undefined
  reason: string
}

/** Problems that are said of one save. */
const MAX_PROBLEMS = 20

/**
 * Areas as they are kept (REDACT-04).
 * @throws BAD_USER_INPUT for too many, for a box that is not on its page, a page that is not there, a reason that is missing
 */
export function areasGiven(marks: readonly GivenMark[], pages: readonly PageSize[]): RedactionArea[] {
  requireFields({ marks: marks.length > MAX_AREAS ? TOO_MANY_AREAS : null })
  const problems: [string, string][] = []
  for (const [at, { page, boxes, words, reason }] of marks.entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    const size = Number.isInteger(page) ? pages[page - 1] : undefined
    if (!size) problems.push([`marks.${at}.page`, 'There is no such page.'])
    else if (boxes.length < 1 || boxes.length > MAX_BOXES) {
      problems.push([`marks.${at}.boxes`, `An area has 1 to ${MAX_BOXES} boxes.`])
    } else if (!boxes.every((box) => isOnPage(box, size))) {
      problems.push([`marks.${at}.boxes`, 'An area has to lie on its page.'])
    }
    const reasonRefused = reasonProblem(reason)
    if (reasonRefused !== null) problems.push([`marks.${at}.reason`, reasonRefused])
    if ((words?.length ?? 0) > MAX_AREA_WORDS) {
      problems.push([`marks.${at}.words`, `The words of an area have at most ${MAX_AREA_WORDS} characters.`])
    }
  }
  requireFields(Object.fromEntries(problems))
  return marks.map(({ page, boxes, kind = 'AREA', words, reason }) => ({
    page,
    boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
    kind,
    words: kind === 'AREA' ? null : words?.trim() || null,
    reason: tidyText(reason),
  }))
}

const textOf = ({ page, boxes, kind, words, reason }: RedactionArea): string =>
  JSON.stringify([page, boxes.map(({ x, y, width, height }) => [x, y, width, height]), kind, words, reason])

const topOf = ({ boxes }: RedactionArea): number => Math.min(...boxes.map(({ y }) => y))

/** Areas by page, then from top to bottom; one that is as it was keeps its id, who chose it and when. */
export function keptMarks(
  areas: readonly RedactionArea[],
  former: readonly KeptMark[],
  personId: string,
): KeptMark[] {
  const known = Map.groupBy(former, textOf)
  const createdAt = new Date().toISOString()
  return areas
    .map(
      (area): KeptMark => known.get(textOf(area))?.shift() ?? { ...area, id: newId(), personId, createdAt },
    )
    .sort((one, other) => one.page - other.page || topOf(one) - topOf(other))
}

/** What whoever edits the same areas is told of them. */
export const areasOf = (marks: readonly KeptMark[]): RedactionArea[] =>
  marks.map(({ page, boxes, kind, words, reason }) => ({ page, boxes, kind, words, reason }))
