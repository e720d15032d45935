import Button from '@mui/material/Button'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import {
  Alert,
  EmptyState,
  ErrorState,
  Loading,
  lazily,
  MenuButton,
  Panel,
  Redirect,
  SkeletonLines,
  Tooltip,
  useBreakpoint,
  VisuallyHidden,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { editsOverview, type OverviewEntity } from './entity.ts'
import { PageView } from './PageView.tsx'
import type { OverviewData, OverviewReading } from './reading.ts'

const NewPageField = lazily(async () => (await import('./NewPageField.tsx')).NewPageField)

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '240px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 },
}))

const Contents = styled('nav')(({ theme }) => ({
  ...theme.typography.body1,
  '& > p': { margin: '0 0 4px', padding: '6px 12px', ...theme.typography.note },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '6px 12px',
    borderRadius: 6,
    fontWeight: 500,
    color: theme.vars.palette.ink2,
    textDecoration: 'none',
    overflowWrap: 'anywhere',
  },
  '& a:hover': { backgroundColor: theme.vars.palette.hover },
  '& a[aria-current]': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& a svg': { flex: 'none', color: theme.vars.palette.ink3 },
  '& > button': { color: theme.vars.palette.accent.text },
  '&[aria-disabled=true]': { opacity: 0.45, '& a': { pointerEvents: 'none' } },
}))

interface OverviewPageProps {
  entity: OverviewEntity
  /** Of the page that is open; without one the first page is. */
  slug: string | undefined
  /** The map of the entity's projects, where a page embeds one. */
  map: ReactNode
  reading: OverviewReading
}

/** The overview of a fund entity: its contents beside the page that is open (SUBP-01). */
export function OverviewPage(props: OverviewPageProps) {
  const { data } = props.reading
  if (!data) return <Coming reading={props.reading} />
  return <Overview key={props.entity.id} {...props} data={data} />
}

/** In the place of what is on its way, or has not come. */
function Coming({ reading: { error } }: { reading: OverviewReading }) {
  return error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />
}

interface OverviewProps extends OverviewPageProps {
  data: OverviewData
}

function Overview({ entity, slug, map, data, reading }: OverviewProps) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const { subpages, subpage } = data
  const addressOf = (page: { slug: string }) => `${entity.address}/${page.slug}`
  const add = editsOverview(entity) && (
    <AddPage
      prominent={subpages.length === 0}
      disabled={editing}
      entity={entity}
      onCreated={async (page) => {
        await reading.refetch()
        navigate(addressOf(page))
      }}
    />
  )
  const [first] = subpages
  if (!first) return <NoPages entity={entity} hasSubpages={data.hasSubpages} add={add} />
  if (slug === undefined) return <Redirect to={addressOf(first)} />
  const at = subpages.findIndex((page) => page.slug === slug)
  return (
    <Columns>
      <PageContents
        pages={subpages}
        addressOf={addressOf}
        current={subpages[at]?.title}
        // SUBP-17
        disabled={editing}
        add={add}
      />
      {subpage && subpage.slug === slug ? (
        <PageView
          key={subpage.id}
          entity={entity}
          page={subpage}
          yields={data.netYields}
          principals={data.subpagePermissions}
          map={map}
          previous={subpages[at - 1]}
          next={subpages[at + 1]}
          addressOf={addressOf}
          editing={editing}
          onEditing={setEditing}
          refetch={reading.refetch}
        />
      ) : reading.loading || reading.stale ? (
        <Panel>
          <Coming reading={reading} />
        </Panel>
      ) : (
        <Gone to={addressOf(first)} />
      )}
    </Columns>
  )
}

/** In the place of a page that was deleted, or that the person does not see. */
function Gone({ to }: { to: string }) {
  return (
    <Panel>
      <EmptyState
        title="This page is not available."
        hint="It may have been deleted. Choose another one from the contents."
        action={
          <Button component={NavLink} to={to} variant="outlined">
            Open the first page
          </Button>
        }
      />
    </Panel>
  )
}

/** What an overview without pages says (SUBP-04 to SUBP-07). */
function NoPages({
  entity,
  hasSubpages,
  add,
}: {
  entity: OverviewEntity
  hasSubpages: boolean
  add: ReactNode
}) {
  if (!editsOverview(entity)) {
    return (
      <Alert tone="warning">
        {hasSubpages
          ? `Please contact your administrator for access to details for ${entity.name}.`
          : `Overview is missing. Click on "Documents" to access the dataroom for ${entity.name}.`}
      </Alert>
    )
  }
  return (
    <Panel>
      <EmptyState title="No subpages available. Please create a subpage." action={add} />
    </Panel>
  )
}

interface PageContentsProps {
  pages: OverviewData['subpages']
  addressOf: (page: { slug: string }) => string
  current: string | undefined
  disabled: boolean
  /** Nothing for whoever may not add pages (SUBP-02). */
  add: ReactNode
}

function PageContents({ pages, addressOf, current, disabled, add }: PageContentsProps) {
  const wide = useBreakpoint('lg')
  // HOLD-05
  if (!wide) {
    return (
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        <MenuButton
          label={current ?? 'Contents'}
          disabled={disabled}
          entries={pages.map((page) => ({
            key: page.id,
            label: page.title,
            to: addressOf(page),
            selected: page.title === current,
          }))}
        />
        {add}
      </div>
    )
  }
  const list = (
    <Contents aria-label="Contents" aria-disabled={disabled}>
      <p aria-hidden="true">Contents</p>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <NavLink to={addressOf(page)} tabIndex={disabled ? -1 : undefined}>
              {page.title}
              {page.restricted && (
                <>
                  <IconLock size={14} aria-hidden="true" />
                  <VisuallyHidden>restricted</VisuallyHidden>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
      {add}
    </Contents>
  )
  return disabled ? <Tooltip title="Save or cancel your changes first">{list}</Tooltip> : list
}

interface AddPageProps {
  entity: OverviewEntity
  /** Whether there is nothing else to do yet. */
  prominent: boolean
  disabled: boolean
  onCreated: (page: { slug: string }) => Promise<unknown>
}

/** The button that becomes a field in its place (SUBP-02). */
function AddPage({ entity, prominent, disabled, onCreated }: AddPageProps) {
  const [field, setField] = useState<'closed' | 'open' | 'left'>('closed')
  if (field === 'open' && !disabled) {
    return (
      <NewPageField
        entity={entity}
        onClose={() => setField('left')}
        onCreated={async (page) => {
          await onCreated(page)
          setField('closed')
        }}
      />
    )
  }
  return (
    <Button
      variant={prominent ? 'contained' : 'text'}
      startIcon={<IconPlus />}
      disabled={disabled}
      // The focus is not lost with the field.
      autoFocus={field === 'left'}
      onClick={() => setField('open')}
    >
      Add New Page
    </Button>
  )
}
