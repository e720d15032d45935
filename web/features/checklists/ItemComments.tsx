import { useApolloClient } from '@apollo/client/react'
import { useMemo, useSyncExternalStore } from 'react'
import { commentProblem } from '../../../shared/checklists.ts'
import { CHANGES_NOTHING } from '../../graphql/readings.ts'
import { send } from '../../graphql/useAction.ts'
import { CommentThread, StatusDot, type ThreadEntry } from '../../ui/index.ts'
import { AudienceField } from './AudienceField.tsx'
import { audiencesOf, audienceWords, firstAudience, type Parties } from './audience.ts'
import type { Entry } from './commentLog.ts'
import { type Drafts, useDraft } from './drafts.ts'
import { RemoveChecklistCommentDocument, UpdateChecklistCommentDocument } from './operations.generated.ts'
import type { Comments } from './useComments.ts'

export interface ItemCommentsProps {
  /** The open one, whose draft this is. */
  itemId: string
  /** Those that a comment is for, the open one among them. */
  itemIds: readonly string[]
  labelOf: (itemId: string) => string
  comments: Comments
  mayComment: boolean
  drafts: Drafts
  parties: Parties
}

/** Items that an entry names; of further ones it says how many they are. */
const MAX_NAMED = 3

/** The comments of the open item, or of all that are chosen with it, each under what it is about (CHK-17, CHK-18). */
export function ItemComments(props: ItemCommentsProps) {
  const { itemId, itemIds, labelOf, comments, drafts, parties } = props
  const client = useApolloClient()
  const { log, state } = comments
  const draft = useDraft(drafts, itemId)
  const entries = useSyncExternalStore(log.subscribe, () => log.of(itemIds))
  const isOne = itemIds.length === 1
  const shown = useMemo(
    (): readonly ThreadEntry[] =>
      entries.map((entry) => ({
        ...entry,
        addressed: audienceWords(entry.audience, parties),
        ...(!isOne && { about: aboutOf(entry, labelOf) }),
      })),
    [isOne, entries, labelOf, parties],
  )
  const audience = parties === null ? undefined : (draft.audience ?? firstAudience(entries, parties))
  // Whom a draft was for may be no party any more: then it is for nobody else unasked.
  const isKnown = parties === null || audiencesOf(parties).some(({ value }) => value === audience)
  const [color, words] = STATES[state]
  const change = async (id: string, comment: string) => {
    const { problem } = await send(client, UpdateChecklistCommentDocument, { id, comment }, CHANGES_NOTHING)
    return problem?.message ?? null
  }
  const remove = async (id: string) => {
    const { problem } = await send(client, RemoveChecklistCommentDocument, { id }, CHANGES_NOTHING)
    return problem?.message ?? null
  }
  return (
    <CommentThread
      entries={shown}
      status={<StatusDot color={color}>{words}</StatusDot>}
      isLive={state === 'live'}
      mayWrite={props.mayComment}
      label={isOne ? undefined : `Write a comment for all ${itemIds.length} items`}
      text={draft.text}
      // What is typed stays for whom it was begun, whichever comment comes meanwhile.
      onText={(text) => drafts.set(itemId, text.trim() === '' ? { ...draft, text } : { text, audience })}
      problemOf={(text) => commentProblem(text) ?? (isKnown ? null : 'Please choose for whom this is.')}
      beside={
        parties === null || audience === undefined ? (
          <span>Seen by your party and the deal team</span>
        ) : (
          <AudienceField
            parties={parties}
            value={audience}
            onChange={(chosen) => drafts.set(itemId, { ...draft, audience: chosen })}
          />
        )
      }
      onSend={(text) => comments.send({ text, itemIds, audience })}
      {...(props.mayComment && { onChange: change, onRemove: remove })}
    />
  )
}

function aboutOf({ itemIds }: Entry, labelOf: (itemId: string) => string): string {
  const more = itemIds.length - MAX_NAMED
  return [...itemIds.slice(0, MAX_NAMED).map(labelOf), ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const STATES = {
  connecting: ['info', 'Connecting'],
  live: ['success', 'Live'],
  waiting: ['warning', 'Reconnecting'],
  refused: ['danger', 'Not connected'],
} as const
