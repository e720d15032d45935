import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { IconEye, IconUserCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { DOCUMENT_LEVELS, type DocumentLevel, LEVEL_LINES } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { Chip, VisuallyHidden } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LEVEL_WIDTH, type LevelCounts, LevelRadios } from './LevelRadios.tsx'
import { hintOf, type PrincipalsProps, Unsaid } from './principals.tsx'
import { RenditionChoice } from './RenditionChoice.tsx'
import type { Toggle } from './useToggles.ts'

const Scroller = styled('div')(({ theme }) => ({
  flex: 'none',
  // The dialog has room for a dozen rows in a window of 900 px.
  maxHeight: 'max(260px, calc(100vh - 400px))',
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
}))

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& > thead > tr > th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    padding: '8px 3px',
    verticalAlign: 'top',
    ...theme.typography.caption,
    fontWeight: 500,
    backgroundColor: theme.vars.palette.background.paper,
    // A rule of the table would not stay with the head.
    boxShadow: `inset 0 -1px 0 ${theme.vars.palette.line}`,
  },
  '& > thead > tr > th:first-of-type, & > thead > tr > th[data-content]': {
    textAlign: 'left',
    color: theme.vars.palette.ink2,
    paddingLeft: 12,
  },
  '& > thead small': {
    display: 'block',
    ...theme.typography.note,
    lineHeight: '14px',
  },
  '& > tbody > tr': { height: 37, borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > tbody > tr:first-of-type': { borderTop: 0 },
  '& > tbody > tr:hover': { backgroundColor: theme.vars.palette.hover },
  '& > tbody > tr[data-changed]': { backgroundColor: theme.vars.palette.accent.tint },
  '& > tbody > tr > *': { padding: 0, textAlign: 'left' },
  '& > tbody > tr > td[data-actions]': { paddingRight: 6, textAlign: 'right', whiteSpace: 'nowrap' },
  '& > tbody > tr > td[colspan="8"]': { padding: '10px 14px', color: theme.vars.palette.ink2 },
  '& button[aria-disabled="true"]': { opacity: 0.45, cursor: 'default' },
}))

const Name = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  paddingRight: 6,
  fontWeight: 500,
  '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& label': { cursor: 'pointer' },
  '&[data-none] label': { fontWeight: 400, color: theme.vars.palette.ink2 },
  '& small': {
    display: 'block',
    marginTop: -2,
    ...theme.typography.caption,
    fontWeight: 400,
    color: theme.vars.palette.ink3,
  },
}))

interface PrincipalTableProps extends PrincipalsProps {
  /** Files by level of whoever has several. */
  countsOf: (principalId: string) => LevelCounts
  arrowsChoose: boolean
}

/** A row for each role or group: on, off, or mixed where the documents differ (PERM-03); their level and content (VIEW-11, REDACT-18). */
export function PrincipalTable(props: PrincipalTableProps) {
  const { label, toggles, empty, kind } = props
  const id = useId()
  const lineId = (level: DocumentLevel) => `${id}-${level}`
  const busy = toggles.some(({ pending }) => pending)
  return (
    <Scroller>
      <Table aria-label={label}>
        <colgroup>
          <col />
          {DOCUMENT_LEVELS.map((level) => (
            <col key={level} style={{ width: LEVEL_WIDTH }} />
          ))}
          <col style={{ width: 100 }} />
          <col style={{ width: props.onViewAs ? 72 : 44 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{kind === 'role' ? 'Role' : 'Group'}</th>
            {DOCUMENT_LEVELS.map((level) => (
              <th key={level} scope="col">
                {LEVEL_NAMES[level]}
                <small id={lineId(level)}>{LEVEL_LINES[level]}</small>
              </th>
            ))}
            <th scope="col" data-content="">
              Content
            </th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {toggles.length === 0 && (
            <tr>
              <td colSpan={8}>{empty}</td>
            </tr>
          )}
          {toggles.map((toggle) => (
            <Principal key={toggle.principal.id} {...props} toggle={toggle} busy={busy} lineId={lineId} />
          ))}
        </tbody>
      </Table>
    </Scroller>
  )
}

interface PrincipalProps extends PrincipalTableProps {
  toggle: Toggle
  /** Something is being changed: one change after the other. */
  busy: boolean
  lineId: (level: DocumentLevel) => string
}

function Principal(props: PrincipalProps) {
  const { toggle, busy, kind, countsOf, arrowsChoose, lineId } = props
  const { onToggle, onLevel, onRendition, onOnly, onViewAs } = props
  const id = useId()
  const { permissible, pending, principal, level, now } = toggle
  const hint = hintOf(toggle)
  // What is chosen is set, or dropped, before anything else is done.
  const waits = busy || props.isStaging
  return (
    <tr aria-busy={pending || undefined} data-changed={now ? '' : undefined}>
      <th scope="row">
        <Name data-none={permissible === false ? '' : undefined}>
          <Checkbox
            id={id}
            size="small"
            checked={permissible === true}
            indeterminate={permissible === null}
            // Mixed becomes on: nobody loses by the first click.
            onChange={() => {
              if (!waits) onToggle(principal.id, permissible !== true)
            }}
            slotProps={{
              input: {
                'aria-disabled': waits || undefined,
                ...(hint && { 'aria-describedby': `${id}-hint` }),
              },
            }}
          />
          <div>
            <label htmlFor={id}>{principal.name}</label>
            {hint && <small id={`${id}-hint`}>{hint}</small>}
          </div>
          {pending && <CircularProgress size={16} thickness={5} aria-label={`Changing ${principal.name}`} />}
          {level === null && permissible !== false && <Chip>Mixed</Chip>}
        </Name>
      </th>
      <td colSpan={DOCUMENT_LEVELS.length}>
        <LevelRadios
          name={principal.name}
          level={level}
          now={now?.level}
          counts={countsOf(principal.id)}
          busy={busy}
          arrowsChoose={arrowsChoose}
          lineId={lineId}
          onChange={(chosen) => onLevel(principal.id, chosen)}
        />
      </td>
      <td>
        {permissible === false ? (
          <Unsaid aria-hidden>–</Unsaid>
        ) : (
          <RenditionChoice
            name={principal.name}
            rendition={toggle.rendition}
            busy={busy}
            onChange={(chosen) => onRendition(principal.id, chosen)}
          />
        )}
      </td>
      <td data-actions="">
        <IconButton
          size="small"
          // Not disabled, which would take the focus away from whoever has just pressed it.
          aria-disabled={waits || undefined}
          aria-label={`Only this ${kind}: ${principal.name}`}
          title={`Only this ${kind}`}
          onClick={() => {
            if (!waits) onOnly(principal.id)
          }}
        >
          <IconUserCheck size={18} />
        </IconButton>
        {onViewAs && (
          <IconButton
            size="small"
            aria-label={`View as ${principal.name}`}
            title={`View as ${principal.name}`}
            onClick={() => onViewAs(principal.id)}
          >
            <IconEye size={18} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}
