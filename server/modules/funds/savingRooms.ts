import type { RawBuilder } from 'kysely'
import { CAPACITY, figureProblem } from '../../../shared/project/rules.ts'
import { tidyText } from '../../../shared/texts.ts'
import { isPersonWho } from '../../access/audience.ts'
import { requireFields } from '../../access/errors.ts'
import { requireNoHold } from '../../access/legalHold.ts'
import { roomScope } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { personSees } from './audience.ts'
import { roomClosed } from './hooks.ts'
import { type RoomRecord, updateRoom } from './roomStore.ts'
import { nameProblem } from './service.ts'
import type { PortfolioRow } from './store.ts'

const NO_MANAGER = 'Please choose a user with access as deal manager.'

const sizeProblem = (size: number | null | undefined): string | null => {
  if (size === null || size === undefined) return null
  return size < 0 ? 'Please enter 0 or more.' : figureProblem(size, CAPACITY)
}

/** What is wrong with a deal manager; null for none. */
export const managerProblem = async (
  db: Connection,
  personId: string | null,
  isUser: RawBuilder<boolean>,
): Promise<string | null> =>
  personId === null || (isId(personId) && (await isPersonWho(db, personId, isUser))) ? null : NO_MANAGER

/**
 * Writes what is changed of a deal room, on whichever way it came here: with its rules, its revision, and what others do
 * where it is closed. The caller holds the lock of its row, has asked who may, and records it.
 * @param room as it stands under the lock
 * @param problems what the caller has found wrong, said together with the rest
 * @throws BAD_USER_INPUT with fields; CONFLICT where it is closed and under a legal hold (STAGE-12)
 */
export async function saveRoom(
  tx: Tx,
  hooks: Hooks,
  room: Pick<PortfolioRow, 'id' | 'organisationId' | 'status' | 'dealManagerId'>,
  settings: RoomRecord,
  problems: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const { dealManagerId = room.dealManagerId, systemSize } = settings
  const name = settings.name === undefined ? undefined : tidyText(settings.name)
  const place = roomScope(room)
  requireFields({
    name: name === undefined ? null : nameProblem(name),
    ...problems,
    systemSize: sizeProblem(systemSize),
    dealManagerId:
      dealManagerId === room.dealManagerId
        ? null
        : await managerProblem(tx, dealManagerId, personSees({ place, status: room.status })),
  })
  const isClosing = settings.status === 'DELETED' && room.status !== 'DELETED'
  if (isClosing) await requireNoHold(tx, room.id)
  await updateRoom(tx, room.id, { ...settings, ...(name === undefined ? {} : { name }) })
  if (isClosing) await hooks.ask(roomClosed, tx, { place })
}
