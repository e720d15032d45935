import { formatDate } from '../../../../shared/format/time.ts'
import type { OpenPortfolio } from './portfolioTabs.ts'

type State = Pick<OpenPortfolio, 'frozenSince' | 'phase'>

/** Why nothing in a room can be changed, by whomever (STAGE-09, STAGE-11); null where it can. */
export const unchangeableText = ({ frozenSince, phase }: State): string | null => {
  if (frozenSince !== null) return `This room is frozen since ${formatDate(frozenSince)}.`
  return phase === 'ARCHIVED' ? 'This room is archived. Nothing in it can be changed.' : null
}

/** Whether its pages offer nothing that would change it. */
export const isReadOnly = (room: State): boolean => unchangeableText(room) !== null
