import IconButton from '@mui/material/IconButton'
import { IconArrowDown, IconArrowUp, IconCheck, IconDots, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MenuButton, StatusDot, Tooltip } from '../../ui/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import type { MilestoneTextFragment } from './operations.generated.ts'

const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '96px 9px minmax(0, 1fr) auto',
  gap: '0 12px',
  margin: '0 -8px',
  padding: '8px',
  borderRadius: 6,
  ...theme.typography.body1,
  '& > time, & > span': {
    ...theme.typography.note,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
  },
  '& > i': {
    position: 'relative',
    alignSelf: 'stretch',
    '&::before': {
      content: '""',
      position: 'absolute',
      top: 6,
      left: 0,
      boxSizing: 'border-box',
      width: 9,
      height: 9,
      borderRadius: '50%',
      border: `2px solid ${theme.vars.palette.info.main}`,
      backgroundColor: theme.vars.palette.surface,
    },
    '&::after': {
      content: '""',
      position: 'absolute',
      top: 15,
      bottom: -22,
      left: 4,
      width: 1,
      backgroundColor: theme.vars.palette.lineStrong,
    },
  },
  '&:last-of-type > i::after': { display: 'none' },
  '&[data-complete] > i::before': {
    borderColor: theme.vars.palette.success.main,
    backgroundColor: theme.vars.palette.success.main,
  },
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '9px minmax(0, 1fr) auto',
    '& > span': { gridColumn: 2, gridRow: 1 },
    '& > i': { gridColumn: 1, gridRow: '1 / span 3' },
    '& > div': { gridColumn: 2 },
    '& > [data-tools]': { gridColumn: 3, gridRow: '1 / span 2' },
  },
}))

const MilestoneTitle = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 10px',
  '& > strong': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& > small': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    ...theme.typography.caption,
    fontWeight: 500,
    color: theme.vars.palette.info.text,
  },
  '&[data-complete] > small': { color: theme.vars.palette.success.text },
}))

/** The menu has everything; what is done most stands beside it while the row is pointed at, or has the focus. */
const Tools = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  '& > span': { display: 'flex', opacity: 0 },
  'li:hover > & > span, & > span:focus-within': { opacity: 1 },
  '@media (hover: none)': { '& > span': { display: 'none' } },
})

interface MilestoneRowProps {
  milestone: MilestoneTextFragment
  /** What whoever may edit the timeline does with it; absent ones are not offered. */
  controls?: {
    up: (() => unknown) | undefined
    down: (() => unknown) | undefined
    edit: () => void
    remove: (() => void) | undefined
    busy: boolean
  }
}

/** A milestone to be read: due date, title, status and text (TIME-02, TIME-03). */
export function MilestoneRow({ milestone, controls }: MilestoneRowProps) {
  const { dueDate, title, body, status } = milestone
  const complete = status === 'COMPLETE' ? '' : undefined
  const name = title || 'Untitled milestone'
  return (
    <Row data-complete={complete} data-milestone={milestone.id}>
      <span>{dueDate}</span>
      <i aria-hidden="true" />
      <div>
        <MilestoneTitle data-complete={complete}>
          <strong>{name}</strong>
          <small>
            {status === 'COMPLETE' ? (
              <>
                <IconCheck size={14} aria-hidden="true" />
                Complete
              </>
            ) : (
              <StatusDot color="info">In progress</StatusDot>
            )}
          </small>
        </MilestoneTitle>
        {body && <Markdown text={body} small />}
      </div>
      {controls && (
        <Tools data-tools="">
          <span>
            {controls.up && (
              <Tool label={`Move ${name} up`} onPress={controls.up} disabled={controls.busy}>
                <IconArrowUp size={17} />
              </Tool>
            )}
            {controls.down && (
              <Tool label={`Move ${name} down`} onPress={controls.down} disabled={controls.busy}>
                <IconArrowDown size={17} />
              </Tool>
            )}
            <Tool label={`Edit ${name}`} onPress={controls.edit}>
              <IconPencil size={17} />
            </Tool>
          </span>
          <MenuButton
            label={`Actions for ${name}`}
            icon={<IconDots size={17} />}
            size="small"
            entries={[
              ...entry('up', 'Move up', controls.up),
              ...entry('down', 'Move down', controls.down),
              ...entry('edit', 'Edit', controls.edit),
              ...(controls.remove
                ? [
                    {
                      key: 'delete',
                      label: 'Delete milestone',
                      tone: 'danger' as const,
                      divider: true,
                      onSelect: controls.remove,
                    },
                  ]
                : []),
            ]}
          />
        </Tools>
      )}
    </Row>
  )
}

const entry = (key: string, label: string, press: (() => unknown) | undefined) =>
  press ? [{ key, label, onSelect: () => void press() }] : []

interface ToolProps {
  label: string
  onPress: () => unknown
  disabled?: boolean
  children: ReactNode
}

const Tool = ({ label, onPress, disabled, children }: ToolProps) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} disabled={disabled} onClick={() => onPress()}>
      {children}
    </IconButton>
  </Tooltip>
)
