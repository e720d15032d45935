import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { MiddleEllipsis, Pagination, SearchField } from '../../../ui/index.ts'
import {
  UpdateAllNotificationSettingsDocument,
  UpdateHoldCoNotificationSettingsDocument,
  UpdatePortfolioNotificationSettingsDocument,
} from './operations.generated.ts'
import { TogglePanel } from './parts.tsx'
import { Toggle, useSwitching } from './Toggle.tsx'

/** Toggles that the page shows at a time; more are searched and paged. */
export const PER_PAGE = 50

interface ToggleEntry {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
}

export interface GroupState {
  readonly text: string
  readonly setText: (text: string) => void
  /** What is searched for; empty for all. */
  readonly term: string
  /** From 1. */
  readonly page: number
  readonly setPage: (page: number) => void
}

interface Place {
  readonly userId: string
  readonly orgSlug: string
}

interface ToggleGroupProps {
  kind: 'PORTFOLIOS' | 'HOLDING_COMPANIES'
  place: Place
  entries: readonly ToggleEntry[]
  /** Of all, whether shown or not. */
  count: number
  on: number
  /** Whether the master is on; under one that is off everything shows off, and nothing is forgotten (NOTIF-03). */
  active: boolean
  state: GroupState
  /** Reads the page again. */
  refresh: () => Promise<unknown>
  /** Told of each failure, and that there is none any more. */
  onProblem: (problem: ActionProblem | undefined) => void
}

const WORDS = {
  PORTFOLIOS: { title: 'Portfolios', one: 'portfolio', many: 'portfolios' },
  HOLDING_COMPANIES: { title: 'Holding companies', one: 'holding company', many: 'holding companies' },
} as const

/** The portfolios or the holding companies of an organisation: all together, and each (NOTIF-05 to NOTIF-07). */
export function ToggleGroup(props: ToggleGroupProps) {
  const { kind, place, entries, count, on, active, state, refresh, onProblem } = props
  const { title, one, many } = WORDS[kind]
  const { attempt } = useAction(UpdateAllNotificationSettingsDocument, { refresh })
  const { next, change } = useSwitching((enabled) => attempt({ ...place, kind, enabled }), onProblem)
  const whole = on === count ? true : on === 0 ? false : ('mixed' as const)
  const pages = Math.ceil(count / PER_PAGE)
  return (
    <TogglePanel as="section" aria-label={title} data-off={active ? undefined : ''}>
      <header>
        <div>
          <h2>{title}</h2>
          <span>
            {active ? `${formatNumber(on)} of ${formatNumber(count)} on` : formatCount(count, one, many)}
          </span>
        </div>
        <Toggle
          label={`All ${many}`}
          checked={active && (next ?? whole)}
          disabled={!active}
          saving={next !== undefined}
          onChange={change}
        />
      </header>
      {count > PER_PAGE && (
        <div data-tools="">
          <SearchField value={state.text} onChange={state.setText} label={`Search ${many}`} />
        </div>
      )}
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} {...props} entry={next === undefined ? entry : { ...entry, enabled: next }} />
        ))}
      </ul>
      {state.term !== '' && entries.length === 0 && <p>No {many} match your search.</p>}
      {state.term !== '' && entries.length === PER_PAGE && (
        <p>These are the first {PER_PAGE}. Type more of the name to see others.</p>
      )}
      {state.term === '' && pages > 1 && (
        <Pagination page={state.page} pageCount={pages} onChange={state.setPage} />
      )}
    </TogglePanel>
  )
}

function Entry({
  entry,
  kind,
  place,
  active,
  refresh,
  onProblem,
}: ToggleGroupProps & { entry: ToggleEntry }) {
  const { id, name, enabled } = entry
  const { userId } = place
  const portfolio = useAction(UpdatePortfolioNotificationSettingsDocument, { refresh })
  const company = useAction(UpdateHoldCoNotificationSettingsDocument, { refresh })
  const { next, change } = useSwitching(
    (wanted) =>
      kind === 'PORTFOLIOS'
        ? portfolio.attempt({ portfolioId: id, userId, enabled: wanted })
        : company.attempt({ holdingCompanyId: id, userId, enabled: wanted }),
    onProblem,
  )
  return (
    <li>
      <span>
        <MiddleEllipsis text={name} />
      </span>
      <Toggle
        label={name}
        checked={active && (next ?? enabled)}
        disabled={!active}
        saving={next !== undefined}
        onChange={change}
      />
    </li>
  )
}
