import { DAY_MS } from '../../../shared/durations.ts'
import type { Question } from './entity.ts'

type Moments = Pick<Question, 'firstViewedAt' | 'viewedAt' | 'modifiedAt'> & {
  answer: { readonly modifiedAt: string } | null
}

/** Whether a question is new to the reader, else whether it was updated a moment ago (QA-21, QA-22). */
export function newsOf(question: Moments, now: number): 'New' | 'Updated' | null {
  const { firstViewedAt, viewedAt, modifiedAt, answer } = question
  const since = (moment: string | null | undefined) => now - (moment ? Date.parse(moment) : 0)
  if (firstViewedAt === null || since(firstViewedAt) < DAY_MS) return 'New'
  const latest = Math.min(since(viewedAt), since(modifiedAt), since(answer?.modifiedAt))
  return latest < DAY_MS ? 'Updated' : null
}
