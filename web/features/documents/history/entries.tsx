import {
  IconArrowRight,
  IconEyeOff,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconRestore,
  IconShieldLock,
  IconTrash,
  IconTrashX,
  IconUpload,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ACTIVITY_LABELS, type ActivityType } from '../../../../shared/activityTypes.ts'
import { formatDateTime, formatTime } from '../../../../shared/format/time.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import {
  BusyButton,
  type Column,
  MiddleEllipsis,
  type PhoneRow,
  Tooltip,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Addresses } from '../place/address.ts'
import type { Entry } from './useHistory.ts'

const ICONS: Readonly<Record<ActivityType, typeof IconUpload>> = {
  UPLOAD: IconUpload,
  RENAME: IconPencil,
  MOVE: IconFolderSymlink,
  CREATE_FOLDER: IconFolderPlus,
  DELETE: IconTrash,
  RESTORE: IconRestore,
  DELETE_FOR_GOOD: IconTrashX,
  PERMISSION: IconShieldLock,
  REDACTION: IconEyeOff,
}

const IconBox = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  justifyContent: 'center',
  flex: 'none',
  width: 22,
  color: theme.vars.palette.ink3,
  '&[data-kind^="DELETE"]': { color: theme.vars.palette.danger.main },
}))

/** An earlier version came back; what came out of the bin says so by its kind. */
const isVersionRestored = ({ restored, activityType }: Entry): boolean =>
  restored && activityType !== 'RESTORE'

/** The picture of what was done, before the words that say it. */
export function activityGlyph({ activityType }: Entry): ReactNode {
  const Icon = ICONS[activityType]
  return (
    <IconBox aria-hidden="true" data-kind={activityType}>
      <Icon size={16} stroke={1.6} />
    </IconBox>
  )
}

const Line = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > svg': { flex: 'none', width: 14, height: 14, color: theme.vars.palette.ink3 },
  '& > small': { flex: 'none', ...theme.typography.note },
  '& > a': { display: 'flex', minWidth: 0, borderRadius: 3, color: 'inherit', textDecoration: 'none' },
  '& > a:hover': { textDecoration: 'underline' },
  '& > button': { flex: 'none', minHeight: 24, padding: '0 6px', '& svg': { color: 'inherit' } },
  '& > [data-name]': { minWidth: 0, fontWeight: 500, color: theme.vars.palette.ink },
  '& > [data-gone]': { color: theme.vars.palette.ink2 },
  '& > [data-quiet]': { minWidth: 0, color: theme.vars.palette.ink3 },
  // What it was leaves the room to what it became.
  '& > [data-quiet]:not(:last-child)': { flex: 'none', maxWidth: '40%' },
}))

const partsOf = (path: string): { folder: string; name: string } => {
  const at = path.lastIndexOf('/')
  return { folder: at < 0 ? '' : path.slice(0, at), name: path.slice(at + 1) }
}

const shown = (folder: string, root: string): string => (folder === '' ? root : folder.replaceAll('/', ' / '))

/** The name before a rename; null for other activity. */
const formerName = ({ activityType, formerPath, recordedPath }: Entry): string | null =>
  activityType === 'RENAME' && formerPath !== null && formerPath !== recordedPath
    ? partsOf(formerPath).name
    : null

/** 'Moved from 2.4 to 3.1.7' (INDEX-03); null where no number changed. */
const numbersText = ({ activityType, formerNumber, newNumber }: Entry): string | null => {
  if (formerNumber === null || newNumber === null) return null
  return `${activityType === 'MOVE' ? 'Moved' : 'Renumbered'} from ${formerNumber} to ${newNumber}`
}

/** The folder before a move; null for other activity. */
const formerFolder = ({ activityType, formerPath }: Entry): string | null =>
  activityType === 'MOVE' && formerPath !== null ? partsOf(formerPath).folder : null

/** Where the rows of a history lead, and what can be done from them. */
interface HistoryRows {
  addresses: Addresses
  /** Name of the tree's root. */
  root: string
  /** Takes a deletion of this person back. */
  restore: (documentIds: readonly string[]) => Promise<void>
}

interface NameProps extends HistoryRows {
  entry: Entry
  former: string | null
}

/** The document by the name it had then, after its former one where it was renamed; no link where it is gone (HIST-11). */
function Name({ entry, addresses, root, restore, former }: NameProps) {
  // The root itself has no path.
  const name = partsOf(entry.recordedPath).name || root
  const numbers = numbersText(entry)
  const text = numberedName({ name, number: entry.document?.number ?? null })
  return (
    <Line>
      {former !== null && (
        <>
          <span data-quiet="">
            <MiddleEllipsis text={former} />
          </span>
          <Became />
        </>
      )}
      {entry.active && entry.document ? (
        <Link data-name="" to={addresses.to(entry.document.id)}>
          <MiddleEllipsis text={text} />
        </Link>
      ) : (
        <span data-name="" data-gone="">
          <MiddleEllipsis text={name} />
        </span>
      )}
      {(entry.version !== null || isVersionRestored(entry)) && (
        <small>
          {[entry.version !== null && `Version ${entry.version}`, isVersionRestored(entry) && 'restored']
            .filter(Boolean)
            .join(', ')}
        </small>
      )}
      {numbers !== null && <small>{numbers}</small>}
      {entry.restorableId !== null && (
        <RestoreButton name={name} onRestore={() => restore([entry.restorableId ?? ''])} />
      )}
    </Line>
  )
}

function RestoreButton({ name, onRestore }: { name: string; onRestore: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  return (
    <BusyButton
      size="small"
      variant="text"
      busy={busy}
      startIcon={<IconRestore size={14} />}
      aria-label={`Restore ${name}`}
      onClick={async (event) => {
        const row = event.currentTarget.closest<HTMLElement>('[data-row]')
        setBusy(true)
        await onRestore()
        setBusy(false)
        // The button goes with what it was there for.
        row?.focus()
      }}
    >
      Restore
    </BusyButton>
  )
}

/** Who could see it before and who can since, for a change of its permissions. */
function Audience({ entry }: { entry: Entry }) {
  return (
    <Line>
      {entry.formerAudience !== null && (
        <>
          <span data-quiet="">
            <MiddleEllipsis text={entry.formerAudience} />
          </span>
          <Became />
        </>
      )}
      <span data-quiet="">
        <MiddleEllipsis text={entry.audience ?? ''} />
      </span>
    </Line>
  )
}

/** "Everyone → Lenders"; of one without a record of before, what it became. */
const audienceText = ({ formerAudience, audience }: Entry): string | null =>
  audience === null ? null : formerAudience === null ? audience : `${formerAudience} → ${audience}`

/** The folders above it then, after the former ones where it was moved; of a change of permissions, who sees it. */
function Place({ entry, root }: { entry: Entry; root: string }) {
  if (entry.audience !== null) return <Audience entry={entry} />
  const folder = shown(partsOf(entry.recordedPath).folder, root)
  const former = formerFolder(entry)
  return (
    <Line>
      {former !== null && (
        <>
          <span data-quiet="">
            <MiddleEllipsis text={shown(former, root)} />
          </span>
          <Became />
        </>
      )}
      <span data-quiet="">
        <MiddleEllipsis text={folder} />
      </span>
    </Line>
  )
}

function Became() {
  return (
    <>
      <IconArrowRight aria-hidden="true" />
      <VisuallyHidden>became</VisuallyHidden>
    </>
  )
}

const Person = styled('span')(({ theme }) => ({
  '& > small': { marginLeft: 6, ...theme.typography.note },
}))

const groupsOf = (entry: Entry): string => entry.userGroups.map(({ name }) => name).join(', ')

/** With the token by which they did it (TOKEN-08). */
const nameOf = ({ user, token }: Entry): string =>
  token === null ? user.fullName : `${user.fullName}, by token ${token}`

function Who({ entry }: { entry: Entry }) {
  const groups = groupsOf(entry)
  return (
    <Tooltip title={groups && `${nameOf(entry)}, ${groups}`}>
      <Person>
        {nameOf(entry)}
        {groups && <small>{groups}</small>}
      </Person>
    </Tooltip>
  )
}

function When({ at }: { at: string }) {
  return (
    <Tooltip title={formatDateTime(at)}>
      <time dateTime={at}>{formatTime(at)}</time>
    </Tooltip>
  )
}

/** Columns of a history; its rows stand under their days. */
export const historyColumns = (rows: HistoryRows): Column<Entry>[] => [
  {
    key: 'activity',
    header: 'Activity',
    width: 132,
    cell: (entry) => ACTIVITY_LABELS[entry.activityType],
  },
  {
    key: 'user',
    header: 'User',
    words: (entry) => `${nameOf(entry)} ${groupsOf(entry)}`,
    maxWidth: 320,
    cell: (entry) => <Who entry={entry} />,
  },
  {
    key: 'document',
    header: 'Document',
    words: (entry) =>
      `${formerName(entry) ?? ''}${entry.document?.number ?? ''}${partsOf(entry.recordedPath).name}${numbersText(entry) ?? ''}`,
    padding: 90,
    minWidth: 160,
    maxWidth: 640,
    flex: 1,
    cell: (entry) => <Name entry={entry} {...rows} former={formerName(entry)} />,
  },
  {
    key: 'path',
    header: 'Path',
    words: (entry) =>
      audienceText(entry) ??
      (formerFolder(entry) ?? '') + shown(partsOf(entry.recordedPath).folder, rows.root),
    padding: 30,
    maxWidth: 560,
    cell: (entry) => <Place entry={entry} root={rows.root} />,
  },
  {
    key: 'time',
    header: 'Time',
    width: 70,
    align: 'right',
    cell: (entry) => <When at={entry.createdAt} />,
  },
]

/** The two lines of an entry on a phone. */
export const historyPhoneRow =
  (rows: HistoryRows) =>
  (entry: Entry): PhoneRow => ({
    title: <Name entry={entry} {...rows} former={null} />,
    facts: [
      ACTIVITY_LABELS[entry.activityType],
      nameOf(entry),
      formatTime(entry.createdAt),
      phonePlace(entry, rows.root),
    ],
  })

/** What it was before, where it changed; else where it lay. */
function phonePlace(entry: Entry, root: string): string {
  const name = formerName(entry)
  const folder = formerFolder(entry)
  const audience = audienceText(entry)
  if (audience !== null) return audience
  if (name !== null) return `was ${name}`
  return folder === null ? shown(partsOf(entry.recordedPath).folder, root) : `from ${shown(folder, root)}`
}
