import Button from '@mui/material/Button'
import { IconHistory } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { parseSearch } from '../../../shared/finding/search.ts'
import { searchAddress } from '../../addresses.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useArea } from '../../graphql/useArea.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  Actions,
  EmptyState,
  ErrorState,
  NotYet,
  Page,
  Panel,
  Redirect,
  SearchField,
  Segments,
  Stack,
  TitleRow,
  useAddressText,
  usePageTitle,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type Found, FoundList } from './FoundList.tsx'
import { KINDS, type Kind } from './kinds.ts'
import {
  CompanyOrganisationDocument,
  PortfolioOrganisationDocument,
  SearchKindDocument,
  SearchOrganisationDocument,
} from './operations.generated.ts'
import { forgetSearches, keepSearch, recentSearches } from './recentSearches.ts'

/** Of each kind beside the others; of one kind alone at first, and more with each press. */
const BESIDE_OTHERS = 5
const PAGE = 30
/** The server lists no more of a kind. */
const MAX_LISTED = 200

const SearchTools = styled(Actions)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { '& > div:first-of-type': { flexBasis: '100%' } },
}))

/** On a phone the kinds go beyond its edge. */
const Kinds = styled('div')({ maxWidth: '100%', overflowX: 'auto', whiteSpace: 'nowrap' })

const ListHead = styled(TitleRow)(({ theme }) => ({
  minHeight: 40,
  padding: '0 6px 0 14px',
  color: theme.vars.palette.ink,
  '& > h2': { margin: 0, ...theme.typography.h4 },
}))

const Lists = styled(Stack)({ '&[aria-busy="true"]': { opacity: 0.6 } })

const Recent = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  padding: '4px 14px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  color: theme.vars.palette.ink,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover, &:focus-visible': { backgroundColor: theme.vars.palette.selected },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}))

/** Moves the focus between the field and what was found. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const stops: (Element | null)[] = [
    ...event.currentTarget.querySelectorAll('input[type="search"], [data-found] a'),
  ]
  const at = stops.indexOf(document.activeElement)
  const next = at < 0 ? undefined : stops[at + by]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

/** The search of an organisation; without one in the address, that of the organisation that one comes from. */
export function SearchPage() {
  return useParams().orgSlug === undefined ? <SearchStart /> : <OrganisationSearch />
}

/** One search over all rooms of an organisation, by kind (FIND-14). */
function OrganisationSearch() {
  const { slug: orgSlug, name } = useArea(() => true)
  usePageTitle('Search')
  const { id: personId } = useViewer()
  const [address, setAddress] = useSearchParams()
  const term = address.get('q') ?? ''
  const chosen = KINDS.find(({ key }) => key === address.get('kind')) ?? null
  const change = (changes: Readonly<Record<string, string>>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) {
          next.delete(key)
          if (value !== '') next.set(key, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { text, setText } = useAddressText(term, (q) => change({ q }))
  const holder = useRef<HTMLElement>(null)
  // Here the keys that open the search lead back to its field.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopPropagation()
      holder.current?.querySelector('input')?.select()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const keep = () => {
    if (term !== '') keepSearch(personId, { orgSlug, text: term })
  }
  return (
    <search ref={holder} onKeyDown={onArrow}>
      <Page
        title="Search"
        subtitle={name}
        tools={
          <SearchTools>
            <SearchField value={text} onChange={setText} label="Search all rooms" width={420} autoFocus />
            <Kinds>
              <Segments
                label="What to search for"
                segments={[
                  { value: '', label: 'All' },
                  ...KINDS.map(({ key, label }) => ({ value: key, label })),
                ]}
                value={chosen?.key ?? ''}
                onChange={(kind) => change({ kind })}
              />
            </Kinds>
          </SearchTools>
        }
      >
        {term === '' ? (
          <RecentSearches personId={personId} orgSlug={orgSlug} />
        ) : (
          <Answer
            key={chosen?.key ?? ''}
            orgSlug={orgSlug}
            text={term}
            chosen={chosen}
            onKind={(key) => change({ kind: key })}
            onOpen={keep}
          />
        )}
      </Page>
    </search>
  )
}

interface AnswerProps {
  orgSlug: string
  text: string
  /** The one kind that is listed; null for all. */
  chosen: Kind | null
  onKind: (key: string) => void
  onOpen: () => void
}

function Answer({ orgSlug, text, chosen, onKind, onOpen }: AnswerProps) {
  const [limit, setLimit] = useState(PAGE)
  const parsed = parseSearch(text)
  const refused = 'refused' in parsed ? parsed.refused : null
  const terms = 'terms' in parsed ? parsed.terms : []
  // One more than is shown says whether there are more.
  const all = useReading(
    SearchOrganisationDocument,
    { orgSlug, text, limit: BESIDE_OTHERS + 1 },
    { keep: true, skip: refused !== null || chosen !== null },
  )
  const one = useReading(
    SearchKindDocument,
    { orgSlug, text, kinds: chosen && [chosen.kind], limit: Math.min(limit + 1, MAX_LISTED) },
    { keep: true, skip: refused !== null || chosen === null },
  )
  const { error, stale } = chosen ? one : all
  const shown = chosen ? limit : BESIDE_OTHERS
  const lists: readonly { kind: Kind; items: readonly Found[] }[] | null = chosen
    ? one.data
      ? [{ kind: chosen, items: one.data.found.items }]
      : null
    : all.data
      ? KINDS.map((kind) => ({ kind, items: all.data?.[kind.key].items ?? [] }))
      : null
  if (refused !== null) {
    return (
      <Panel>
        <EmptyState title={refused} />
      </Panel>
    )
  }
  const found = lists?.filter(({ items }) => items.length > 0)
  return (
    <Lists aria-busy={stale}>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!found && !error && <NotYet />}
      {found?.length === 0 && (
        <Panel>
          <EmptyState
            title={chosen ? `No ${chosen.label.toLowerCase()} found.` : 'Nothing found.'}
            hint="All words have to stand in what is found. Try fewer words, or the beginning of one."
          />
        </Panel>
      )}
      {found?.map(({ kind, items }) => (
        <Panel key={kind.key} data-found="">
          <ListHead>
            <h2>{kind.label}</h2>
            {!chosen && items.length > shown && (
              <Button size="small" variant="text" onClick={() => onKind(kind.key)}>
                {`All ${kind.label.toLowerCase()}`}
              </Button>
            )}
          </ListHead>
          <FoundList kind={kind} items={items.slice(0, shown)} terms={terms} onOpen={onOpen} />
          {chosen && items.length > shown && (
            <ListHead>
              <Button size="small" variant="text" onClick={() => setLimit(limit + PAGE)}>
                Show more
              </Button>
            </ListHead>
          )}
        </Panel>
      ))}
    </Lists>
  )
}

/** What this person searched for in this browser. */
function RecentSearches({ personId, orgSlug }: { personId: string; orgSlug: string }) {
  const [kept, setKept] = useState(() => recentSearches(personId))
  const searches = kept.filter((each) => each.orgSlug === orgSlug)
  if (searches.length === 0) {
    return (
      <Panel>
        <EmptyState
          title="Search documents, questions, projects, checklists and pages of all rooms."
          hint="Type at least three characters. “Words in quotes” stand in this order, and a minus before a word leaves it out."
        />
      </Panel>
    )
  }
  return (
    <Panel data-found="">
      <ListHead>
        <h2>Recent searches</h2>
        <Button
          size="small"
          variant="text"
          onClick={() => {
            forgetSearches(personId)
            setKept([])
          }}
        >
          Clear
        </Button>
      </ListHead>
      {searches.map(({ text }) => (
        <Recent key={text} to={`${searchAddress(orgSlug)}?${new URLSearchParams({ q: text })}`}>
          <IconHistory size={16} aria-hidden="true" />
          {text}
        </Recent>
      ))}
    </Panel>
  )
}

/** Leads to the search of the organisation whose page one comes from (FIND-14). */
function SearchStart() {
  const { state, search } = useLocation()
  const { organizations } = useViewer()
  const [, area = '', slug = ''] = String(state ?? '').split('/')
  const isIn = (kind: string) => area === kind && slug !== ''
  const portfolio = useReading(
    PortfolioOrganisationDocument,
    { slug },
    { skip: !isIn('portfolios'), fetchPolicy: 'cache-first' },
  )
  const company = useReading(
    CompanyOrganisationDocument,
    { slug },
    { skip: !isIn('holding-company'), fetchPolicy: 'cache-first' },
  )
  if (portfolio.loading || company.loading) return <NotYet />
  const of =
    portfolio.data?.portfolioBySlug?.org.slug ??
    company.data?.holdingCompanyBySlug?.org.slug ??
    organizations.find((each) => each.slug === area)?.slug ??
    organizations[0]?.slug
  if (of === undefined) throw new PageNotFound()
  return <Redirect to={`${searchAddress(of)}${search}`} />
}
