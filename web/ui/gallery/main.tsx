import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  IconAlertCircle,
  IconCheck,
  IconChevronUp,
  IconColumns3,
  IconDots,
  IconDownload,
  IconEdit,
  IconFolderPlus,
  IconFolderSymlink,
  IconHistory,
  IconList,
  IconLock,
  IconSearch,
  IconShieldLock,
  IconSparkles,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { MemoryRouter } from 'react-router'
import { formatBytes } from '../../../shared/format/bytes.ts'
import * as ui from '../index.ts'

const {
  AppProviders,
  Table,
  Chip,
  Breadcrumbs,
  SearchField,
  Segments,
  MenuButton,
  LedgerTiles,
  Tabs,
  FloatingWindow,
  windowSizes,
  Dialog,
  DialogBody,
  DialogFoot,
  ConfirmContent,
  Form,
  TextField,
  PasswordField,
  NumberField,
  SubmitButton,
  Wordmark,
  Avatar,
  FileGlyph,
  FolderGlyph,
  MiddleEllipsis,
  RelativeTime,
  ProgressBar,
  Pagination,
  EmptyState,
  ErrorState,
  Alert,
  useToast,
  CopyLinkButton,
  DrawnCover,
  FrontDoor,
  Link,
  StatusDot,
} = ui

interface F {
  id: string
  name: string
  folder?: boolean
  size: string
  at: number
  labels?: [string, string]
  perms: string[]
  more?: number
  thumb?: string
}
const now = Date.now(),
  D = 864e5
const files: F[] = [
  {
    id: '1',
    folder: true,
    name: '03.1 Executed PPAs',
    size: '18 files',
    at: now - 12 * D,
    perms: ['Lenders', 'Tax equity'],
    more: 3,
  },
  {
    id: '2',
    folder: true,
    name: '03.2 Interconnection agreements',
    size: '9 files',
    at: now - 22 * D,
    perms: ['Lenders', 'Independent engineer…'],
    more: 2,
  },
  {
    id: '3',
    folder: true,
    name: '03.10 Estoppels and consents',
    size: '6 files',
    at: now - 65 * D,
    perms: ['Lenders'],
  },
  {
    id: '4',
    name: 'Amended and Restated PPA - Cedar Bluff Solar.pdf',
    size: formatBytes(4.8e6),
    at: now - 1000,
    labels: ['Executed', '#16794A'],
    perms: ['Lenders', 'Tax equity'],
    more: 3,
  },
  {
    id: '5',
    name: 'Amended and Restated PPA - Harlan County Solar.pdf',
    size: formatBytes(5.1e6),
    at: now - 26 * 6e4,
    labels: ['Executed', '#16794A'],
    perms: ['Lenders', 'Tax equity'],
    more: 3,
  },
  {
    id: '6',
    name: 'Curtailment log 2025.csv',
    size: formatBytes(61400),
    at: now - 32 * D,
    perms: ['Lenders', 'Independent engineer…'],
    more: 1,
  },
  {
    id: '7',
    name: 'First Amendment to PPA - Otter Creek (redline).docx',
    size: formatBytes(386000),
    at: now - 4 * 36e5,
    labels: ['Draft', '#F2A81D'],
    perms: ['Bidder: Northlight'],
  },
  {
    id: '8',
    name: 'Form of Lender Consent to Assignment.docx',
    size: formatBytes(91000),
    at: now - 3 * D,
    perms: ['Lenders', 'Tax equity'],
  },
  {
    id: '9',
    name: 'Metering point, Cedar Bluff.jpg',
    size: formatBytes(2.2e6),
    at: now - 5 * D,
    perms: ['Lenders', 'Tax equity'],
  },
  {
    id: '10',
    name: 'Offtaker credit summary 2026 Q3.xlsx',
    size: formatBytes(1.2e6),
    at: now - 6 * D,
    labels: ['Confidential', '#B92B1D'],
    perms: ['Lenders', 'Rating agency'],
  },
  {
    id: '11',
    name: 'PPA memo - escalators and curtailment.pdf',
    size: formatBytes(3e5),
    at: now - 9 * D,
    labels: ['Redacted', '#6B4FB3'],
    perms: ['Lenders', 'Bidder'],
  },
  {
    id: '12',
    name: 'PPA price schedule, all projects.xlsx',
    size: formatBytes(918000),
    at: now - 22 * D,
    labels: ['Confidential', '#B92B1D'],
    perms: ['Lenders'],
  },
]
function Documents() {
  const [sel, setSel] = useState<ReadonlySet<string>>(
    new Set(location.search.includes('nosel') ? [] : ['4', '5', '10']),
  )
  const [sort, setSort] = useState<ui.Sort>({ key: 'name', direction: 'asc' })
  const [q, setQ] = useState('')
  const [view, setView] = useState<'list' | 'columns' | 'history'>('list')
  const wide = ui.useBreakpoint('md')
  const columns = useMemo<ui.Column<F>[]>(
    () => [
      {
        key: 'name',
        header: 'Name',
        sortable: true,
        cell: (f) => (
          <span style={{ fontWeight: f.folder ? 600 : 500 }}>
            <MiddleEllipsis text={f.name} />
          </span>
        ),
      },
      {
        key: 'labels',
        header: 'Labels',
        width: 96,
        from: 'lg',
        cell: (f) => f.labels && <Chip labelColor={f.labels[1]}>{f.labels[0]}</Chip>,
      },
      {
        key: 'perms',
        header: 'Permissions',
        width: 300,
        from: 'lg',
        cell: (f) => (
          <span style={{ display: 'inline-flex', gap: 4 }}>
            {f.perms.map((p) => (
              <Chip key={p}>{p}</Chip>
            ))}
            {f.more && `+${f.more}`}
          </span>
        ),
      },
      { key: 'size', header: 'Size', width: 80, align: 'right', sortable: true, cell: (f) => f.size },
      {
        key: 'at',
        header: 'Last modified',
        width: 100,
        sortable: true,
        cell: (f) => <RelativeTime at={f.at} />,
      },
    ],
    [],
  )
  return (
    <>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8, height: 60 }}>
        <div style={{ flex: 1, minWidth: 0 }}>
          <Breadcrumbs
            items={[
              { label: 'Documents', to: '/' },
              { label: '02 Project documents', to: '/2' },
              { label: '03 Offtake and interconnection', to: '/3' },
            ]}
          />
        </div>
        {wide ? (
          <>
            <SearchField value={q} onChange={setQ} label="Search this folder" />
            <Segments
              label="View"
              iconOnly
              value={view}
              onChange={setView}
              segments={[
                { value: 'list', label: 'List', icon: <IconList /> },
                { value: 'columns', label: 'Columns', icon: <IconColumns3 /> },
                { value: 'history', label: 'History', icon: <IconHistory /> },
              ]}
            />
            <Button startIcon={<IconFolderPlus />}>New folder</Button>
            <Button variant="contained" startIcon={<IconUpload />}>
              Upload
            </Button>
          </>
        ) : (
          <IconButton aria-label="s">
            <IconSearch size={20} />
          </IconButton>
        )}
        <MenuButton
          label="More"
          icon={<IconDots />}
          variant={wide ? 'outlined' : undefined}
          entries={[
            { key: 'a', label: 'Rename', icon: <IconEdit /> },
            { key: 'b', label: 'Copy link', done: 'Copied!' },
            { key: 'c', label: 'Delete', tone: 'danger', icon: <IconTrash />, divider: true },
          ]}
        />
      </div>
      <Table
        label="Documents"
        columns={columns}
        rows={files}
        getRowId={(f) => f.id}
        sort={sort}
        onSort={setSort}
        glyph={(f) => (f.folder ? <FolderGlyph /> : <FileGlyph name={f.name} />)}
        phoneRow={(f) => ({
          title: f.name,
          strong: f.folder,
          facts: [
            f.size,
            <RelativeTime key="t" at={f.at} />,
            ...(f.labels
              ? [
                  <StatusDot key="l" color="success">
                    {f.labels[0]}
                  </StatusDot>,
                ]
              : []),
            <>
              <IconShieldLock />5
            </>,
          ],
        })}
        selection={{
          selected: sel,
          onChange: setSel,
          nameOf: (f) => f.name,
          summary: '11.1 MB',
          actions: [
            { key: 'd', label: 'Download zip', icon: <IconDownload />, onSelect() {} },
            { key: 'm', label: 'Move', icon: <IconFolderSymlink />, onSelect() {} },
            { key: 'p', label: 'Permissions', icon: <IconShieldLock />, onSelect() {} },
            { key: 'c', label: 'Copilot', icon: <IconSparkles />, onSelect() {} },
            { key: 'x', label: 'Delete', icon: <IconTrash />, tone: 'danger', onSelect() {} },
          ],
        }}
        strip={<span>12 items · 24 MB</span>}
        rowMenu={(f) => [
          { key: 'o', label: 'Open', to: '/' + f.id },
          { key: 'x', label: 'Delete', tone: 'danger', divider: true },
        ]}
        onOpen={(f) => console.log('open', f.id)}
      />
    </>
  )
}
function Header() {
  return (
    <header
      style={{
        background: 'var(--hr-palette-surface)',
        borderBottom: '1px solid var(--hr-palette-line)',
        marginInline: 'calc(-1*var(--page-gutter))',
        padding: '0 var(--page-gutter)',
      }}
    >
      <div style={{ display: 'flex', height: 52, alignItems: 'center', justifyContent: 'space-between' }}>
        <Wordmark />
        <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', fontWeight: 500 }}>
          <Avatar name="Maya Okafor" tone="accent" />
          Maya Okafor
        </span>
      </div>
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          padding: '14px 0 12px',
          borderTop: '1px solid var(--hr-palette-line)',
          borderBottom: '1px solid var(--hr-palette-line)',
        }}
      >
        <Typography variant="h2" sx={{ flex: 1 }}>
          Prairie Sun II
        </Typography>
        <Button variant="text" startIcon={<IconChevronUp />}>
          Hide figures
        </Button>
        <MenuButton label="Admin" entries={[]} />
      </div>
      <LedgerTiles
        label="Figures"
        tiles={[
          { key: 's', label: 'Status', value: 'Acquired', dot: { color: 'success' } },
          { key: 'z', label: 'System size', value: '187 MW' },
          { key: 'p', label: 'Projects', value: '14', weight: 0.6 },
          { key: 'r', label: 'Remaining PPA term', value: '14.6', unit: 'years' },
          { key: 'b', label: 'Build status', value: 'Operating' },
          {
            key: 'rv',
            label: 'Revenue, year to date',
            value: '$18.42M',
            weight: 1.36,
            trend: { direction: 'up', text: '3.2%', good: true, spoken: '3.2 % above forecast, favourable' },
            foot: 'Forecast $17.85M',
          },
          {
            key: 'ex',
            label: 'Expenses, year to date',
            value: '$4.91M',
            weight: 1.36,
            trend: { direction: 'down', text: '2.6%', good: true, spoken: 'x' },
            foot: 'Forecast $5.04M',
          },
          {
            key: 'pr',
            label: 'Production, year to date',
            value: '218,400 MWh',
            weight: 1.36,
            trend: { direction: 'down', text: '1.4%', good: false, spoken: 'x' },
            foot: 'Forecast 221,500 MWh',
          },
        ]}
      />
      <div style={{ borderTop: '1px solid var(--hr-palette-line)' }}>
        <Tabs
          label="Prairie Sun II"
          active="documents"
          tabs={['Overview', 'Projects', 'Documents', 'Reports', 'Checklist', 'Q&A', 'Team', 'Analytics'].map(
            (l) => ({ key: l.toLowerCase(), label: l, to: '/' + l }),
          )}
        />
      </div>
    </header>
  )
}
interface U {
  n: string
  d: string
  s: number | string
}
const ups: U[] = [
  { n: 'Cedar Bluff - ALTA survey.pdf', d: '04.2 Surveys', s: 'Done' },
  { n: 'Harlan County - drone survey.zip', d: '04.2 Surveys', s: 'Over 5 GB limit' },
  { n: 'Harlan County - geotech report.pdf', d: '04.3 Site studies', s: 0.72 },
  { n: 'Harlan County - title commitment.pdf', d: '04.1 Title', s: 0.38 },
  { n: 'Otter Creek - single line diagram.pdf', d: '05 Engineering', s: 0.12 },
]
function Window() {
  return (
    <FloatingWindow
      title="Uploading... 58%"
      progress={0.58}
      busy
      sizes={windowSizes.compact}
      onClose={() => {}}
      summary="27 of 64 items remaining"
    >
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 12,
          height: 44,
          padding: '0 16px',
          borderBottom: '1px solid var(--hr-palette-line)',
        }}
      >
        <span style={{ flex: 1 }}>
          27 of 64 items remaining · <b style={{ color: 'var(--hr-palette-danger-text)' }}>1 failed</b>
        </span>
        <Button size="small">Retry failed</Button>
        <Button size="small">Cancel Upload</Button>
      </div>
      <Table
        label="Uploads"
        rowHeight={36}
        rows={ups}
        getRowId={(u) => u.n}
        columns={[
          { key: 'n', header: 'Name', cell: (u) => <MiddleEllipsis text={u.n} /> },
          { key: 'd', header: 'Destination', width: 110, cell: (u) => u.d },
          {
            key: 's',
            header: 'Status',
            width: 122,
            cell: (u) =>
              typeof u.s === 'number' ? (
                <ProgressBar value={u.s} label={u.n} figure />
              ) : u.s === 'Done' ? (
                <span style={{ color: 'var(--hr-palette-success-text)', display: 'inline-flex', gap: 6 }}>
                  <IconCheck size={16} />
                  Done
                </span>
              ) : (
                <span
                  style={{
                    color: 'var(--hr-palette-danger-text)',
                    fontWeight: 500,
                    display: 'inline-flex',
                    gap: 6,
                  }}
                >
                  <IconAlertCircle size={16} />
                  {u.s}
                </span>
              ),
          },
        ]}
      />
    </FloatingWindow>
  )
}
function Door() {
  const form = useForm({
    defaultValues: { email: 'maya.okafor@meridiansolar.example', password: 'abcdefghijkl' },
  })
  return (
    <FrontDoor
      foot={
        <>
          <a href="/p">Privacy policy</a>
          <a href="/t">Terms of service</a>
        </>
      }
    >
      <Typography variant="h1">Sign in</Typography>
      <Typography variant="body2" sx={{ color: 'ink2', mt: '4px', mb: '28px' }}>
        Use the email address your invitation was sent to.
      </Typography>
      <Form
        form={form}
        size="front"
        disableAfterSubmit
        onSubmit={async () => {
          await new Promise((r) => setTimeout(r, 900))
          return { fields: { password: '"Wrong e-mail or password."' } }
        }}
      >
        <TextField name="email" label="Email" autoFocus />
        <PasswordField
          name="password"
          label="Password"
          labelEnd={<Link to="/forgot">Forgot password</Link>}
        />
        <SubmitButton fullWidth>Sign in</SubmitButton>
      </Form>
      <div
        style={{
          marginTop: 24,
          paddingTop: 20,
          borderTop: '1px solid var(--hr-palette-line)',
          display: 'flex',
          gap: 8,
          fontSize: 12,
          color: 'var(--hr-palette-ink3)',
        }}
      >
        <IconLock size={16} />
        By invitation only. Views and downloads are recorded.
      </div>
    </FrontDoor>
  )
}
function Toasts() {
  const t = useToast()
  return (
    <span style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
      <Button onClick={() => t.success('3 files moved to 04.2 Surveys.', { undo() {} })}>toast</Button>
      <Button onClick={() => t.error('Upload failed. Please try again.')}>error toast</Button>
    </span>
  )
}
function DialogDemo() {
  const [o, setO] = useState<string | null>(null)
  const form = useForm({ defaultValues: { name: '', size: '1234567' } })
  return (
    <>
      <Button onClick={() => setO('form')}>dialog</Button>
      <Button color="error" variant="text" onClick={() => setO('confirm')}>
        confirm
      </Button>
      <Dialog
        open={o !== null}
        onClose={() => setO(null)}
        title={o === 'form' ? 'New folder' : 'Delete 3 items'}
      >
        {o === 'form' ? (
          <Form form={form} onSubmit={async () => ({ fields: { name: "'Folder X already exists!'" } })}>
            <DialogBody>
              <TextField
                name="name"
                label="Name"
                autoFocus
                rules={{ required: 'Please enter a name.' }}
                helper="Up to 255 characters."
              />
              <NumberField name="size" label="System size" unit="kW" optional />
              <TextField name="about" label="Notes" rows={3} placeholder="Write a note" />
            </DialogBody>
            <DialogFoot>
              <Button onClick={() => setO(null)}>Cancel</Button>
              <SubmitButton>Create</SubmitButton>
            </DialogFoot>
          </Form>
        ) : (
          <ConfirmContent
            danger
            action="Delete 3 items"
            onCancel={() => setO(null)}
            onConfirm={() => {}}
            names={files.slice(0, 9).map((f) => f.name)}
          >
            These items and everything in them will be deleted.
          </ConfirmContent>
        )}
      </Dialog>
    </>
  )
}
function Bits() {
  const [p, setP] = useState(5)
  return (
    <div style={{ display: 'grid', gap: 18, padding: '20px 0' }}>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button>Outlined</Button>
        <Button variant="contained">Filled</Button>
        <Button variant="text">Text</Button>
        <Button variant="contained" color="error">
          Delete 3 items
        </Button>
        <Button variant="outlined" color="error">
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="contained" disabled>
          Comment
        </Button>
        <Button size="small">Small</Button>
        <Checkbox />
        <Checkbox defaultChecked />
        <Checkbox indeterminate />
        <CopyLinkButton link="x" />
        <Link to="/">A link</Link>
      </div>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        {(['accent', 'sun', 'success', 'danger', 'warning', 'info', 'violet', 'neutral'] as const).map(
          (t) => (
            <Chip key={t} tone={t} dot={t}>
              {t}
            </Chip>
          ),
        )}
        <Chip dot="neutral" hollow>
          Draft
        </Chip>
        <Chip labelColor="#16794A">Executed</Chip>
        <StatusDot color="success">Acquired</StatusDot>
      </div>
      <div style={{ display: 'flex', gap: 8 }}>
        <FolderGlyph />
        {['a.pdf', 'a.docx', 'a.xlsb', 'a.JPG', 'a.zip'].map((n) => (
          <FileGlyph key={n} name={n} />
        ))}
        {['Tomás Brandt', 'Jun Lindqvist', 'Maya Okafor', 'Nadia Kerr', 'Ruth Sandoval'].map((n) => (
          <Avatar key={n} name={n} />
        ))}
        <Avatar name="Maya Okafor" size={20} />
      </div>
      <Breadcrumbs
        items={[1, 2, 3, 4, 5, 6].map((n) => ({
          label: `Level ${n} with a long long name indeed ${n}`,
          to: '/' + n,
        }))}
      />
      <Pagination page={p} pageCount={20} onChange={setP} />
      <Segments
        label="f"
        value="all"
        onChange={() => {}}
        segments={[
          { value: 'all', label: 'All', count: 12 },
          { value: 'open', label: 'Open', count: 3 },
          { value: 'new', label: 'New', count: 0, disabled: true },
        ]}
      />
      <Alert tone="success">Saved.</Alert>
      <Alert tone="info" onClose={() => {}}>
        A newer version is there.
      </Alert>
      <Alert tone="warning">Careful.</Alert>
      <ErrorState message="Documents could not be loaded." onRetry={() => {}} />
      <Table
        label="e"
        rows={[]}
        getRowId={String}
        columns={[
          { key: 'a', header: 'Name', cell: () => null },
          { key: 'b', header: 'Size', width: 90, align: 'right', cell: () => null },
        ]}
        empty={
          <EmptyState
            title="This folder is empty"
            hint="Drop files here or choose them."
            action={<Button startIcon={<IconUpload />}>Upload</Button>}
          />
        }
      />
      <Table
        label="l"
        loading
        rows={[]}
        getRowId={String}
        glyph={() => null}
        columns={[
          { key: 'a', header: 'Name', cell: () => null },
          { key: 'b', header: 'Size', width: 90, align: 'right', cell: () => null },
        ]}
        phoneRow={() => ({ title: '', facts: [] })}
      />
      <div style={{ display: 'flex', gap: 8 }}>
        <Toasts />
        <DialogDemo />
      </div>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill,minmax(340px,1fr))', gap: 16 }}>
        {[
          ['prairie-sun-ii', 'modules'],
          ['republican-valley', 'both'],
          ['great-plains', 'modules'],
          ['piedmont', 'modules'],
          ['mojave', 'storage'],
          ['chesapeake', 'modules'],
        ].map(([s, k]) => (
          <div
            key={s}
            style={{ border: '1px solid var(--hr-palette-line)', borderRadius: 8, overflow: 'hidden' }}
          >
            <DrawnCover slug={s!} kind={k as 'both'} />
          </div>
        ))}
      </div>
    </div>
  )
}
function Long() {
  const [loaded, setLoaded] = useState<(string | undefined)[]>(() =>
    Array.from({ length: 7000 }, (_, i) => (i < 100 ? `File ${i}.pdf` : undefined)),
  )
  return (
    <Table
      label="long"
      virtual
      rows={loaded}
      getRowId={(s) => s}
      glyph={(s) => <FileGlyph name={s} />}
      columns={[{ key: 'n', header: 'Name', cell: (s) => s }]}
      onNeedRange={(a, b) =>
        setTimeout(
          () => setLoaded((l) => l.map((v, i) => v ?? (i >= a && i < b ? `File ${i}.pdf` : undefined))),
          700,
        )
      }
      phoneRow={(s) => ({ title: s, facts: ['x'] })}
    />
  )
}
const page = new URLSearchParams(location.search).get('p') ?? 'docs'
const gutter = innerWidth < 768 ? 16 : 24
document.documentElement.style.setProperty('--page-gutter', gutter + 'px')
createRoot(document.getElementById('root')!).render(
  <AppProviders>
    <MemoryRouter>
      {page === 'door' ? (
        <Door />
      ) : (
        <div style={{ padding: `0 ${gutter}px` }}>
          {page === 'docs' && (
            <>
              <Header />
              <Documents />
              <Window />
            </>
          )}
          {page === 'bits' && <Bits />}
          {page === 'long' && <Long />}
        </div>
      )}
    </MemoryRouter>
  </AppProviders>,
)
