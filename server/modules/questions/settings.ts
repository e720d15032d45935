import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound, requireFields } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import type { Funds } from '../funds/index.ts'
import { groupsOfOrganisation } from '../memberships/index.ts'
import { checkLimits } from './limits.ts'
import { countLogs, insertLog, type LogRow, type LogSettings, updateLog } from './logStore.ts'
import { administersLogs } from './policy.ts'

/** Logs of one entity. */
const MAX_LOGS = 100
const MAX_NAME = 120

export interface LogSettingsService {
  /**
   * @throws NOT_FOUND for an entity that the actor does not see, FORBIDDEN without QUESTION_LOG_ADMIN on it and with Q&A
   * off, BAD_USER_INPUT at `name` and `groupIds.0` (QA-08)
   */
  createLog(
    actor: Actor,
    place: { kind: EntityPlace['kind']; id: string },
    settings: LogSettings,
  ): Promise<LogRow>
  /** @throws NOT_FOUND, FORBIDDEN without QUESTION_LOG_ADMIN, BAD_USER_INPUT as createLog, CONFLICT with the newer settings */
  updateLog(
    actor: Actor,
    logId: string,
    settings: LogSettings & { revision?: number | null | undefined },
  ): Promise<LogRow>
}

interface Deps {
  db: Database
  funds: Funds
  log(actor: Actor, logId: string, on?: Connection): Promise<LogRow>
}

export function createLogSettings({ db, funds, log }: Deps): LogSettingsService {
  const entityOf = async (
    actor: Actor,
    { kind, id }: { kind: EntityPlace['kind']; id: string },
  ): Promise<{ place: EntityPlace; enableQAndA: boolean }> => {
    const isPortfolio = kind === 'portfolio'
    const entity = isId(id)
      ? await (isPortfolio ? funds.portfolio(actor, id) : funds.company(actor, id))
      : null
    if (!entity) throw notFound(isPortfolio ? 'Portfolio' : 'Holding company')
    const place = isPortfolio ? roomScope(entity) : companyScope(entity)
    return { place, enableQAndA: entity.enableQAndA }
  }
  const checked = async (on: Connection, place: EntityPlace, given: LogSettings): Promise<LogSettings> => {
    const name = tidyText(given.name)
    const ids = given.restricted ? [...new Set(given.groupIds)] : []
    const known = await groupsOfOrganisation(on, place.organisationId, ids.filter(isId))
    const wrong = ids.flatMap((id, at) =>
      known.some((group) => group.id === id) ? [] : [[`groupIds.${at}`, 'Please select a group.'] as const],
    )
    requireFields({
      name:
        name === ''
          ? 'Name is a required field'
          : [...name].length > MAX_NAME
            ? `Name must be at most ${MAX_NAME} characters`
            : null,
      ...Object.fromEntries(wrong),
    })
    checkLimits(given.limits)
    return { ...given, name, groupIds: ids }
  }
  const recordLog = (
    tx: Tx,
    actor: Actor,
    kind: 'CREATE_QUESTION_LOG' | 'UPDATE_QUESTION_LOG',
    mine: LogRow,
  ) =>
    recordBy(tx, actor, [
      {
        kind,
        organisationId: mine.place.organisationId,
        subject: { kind: 'question_log', id: mine.id },
        detail: {
          name: mine.name,
          restricted: mine.restricted,
          groupIds: mine.groupIds,
          visibility: mine.eachParty ? 'EACH_PARTY' : 'ALL',
          limits: mine.limits,
        },
      },
    ])
  return {
    createLog: async (actor, at, settings) => {
      const { place, enableQAndA } = await entityOf(actor, at)
      if (!enableQAndA || !administersLogs(actor, place)) throw forbidden()
      // One after the other, so that the bound on their number holds.
      return withLock(db, advisoryLock(`question logs:${at.id}`), async (tx) => {
        await reauthorise(tx, actor, (now) => {
          if (!administersLogs(now, place)) throw forbidden()
        })
        const good = await checked(tx, place, settings)
        if ((await countLogs(tx, at.id)) >= MAX_LOGS) {
          requireFields({ name: `There are ${MAX_LOGS} logs already. Please use one of them.` })
        }
        const mine = await log(actor, await insertLog(tx, place, good), tx)
        await recordLog(tx, actor, 'CREATE_QUESTION_LOG', mine)
        return mine
      })
    },
    updateLog: async (actor, logId, { revision, ...settings }) => {
      const { place } = await log(actor, logId)
      if (!administersLogs(actor, place)) throw forbidden()
      return withLock(db, rowLock('question_log', logId), async (tx) => {
        const before = await reauthorise(tx, actor, async (now) => {
          const seen = await log(now, logId, tx)
          if (!administersLogs(now, place)) throw forbidden()
          return seen
        })
        assertRevision({
          of: 'log',
          known: revision,
          now: before.revision,
          what: 'this log',
          newer: {
            name: before.name,
            restricted: before.restricted,
            groups: before.groups.map(({ id, name }) => ({ id, name })),
            visibility: before.eachParty ? 'EACH_PARTY' : 'ALL',
            limits: { ...before.limits, endsAt: before.limits.endsAt?.toISOString() ?? null },
          },
        })
        await updateLog(tx, logId, await checked(tx, place, settings))
        const mine = await log(actor, logId, tx)
        await recordLog(tx, actor, 'UPDATE_QUESTION_LOG', mine)
        return mine
      })
    },
  }
}
