import { IconChevronDown, IconChevronRight, IconMessage, IconPencil, IconUser } from '@tabler/icons-react'
import { memo } from 'react'
import { opensLink, progressOf } from '../../../shared/checklists.ts'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { formatSystemSize } from '../../../shared/format/systemSize.ts'
import { Avatar, MiddleEllipsis } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Item, MatrixRow, Project, User } from './matrix.ts'
import { StatusFace } from './statusFace.tsx'

const Box = styled('span')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 4,
  minWidth: 0,
  padding: '0 14px',
  ...theme.typography.body1,
  '& > small': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    ...theme.typography.note,
    lineHeight: '20px',
  },
  '& > small > span': { display: 'inline-flex', alignItems: 'center', gap: 4 },
}))

const ColumnFace = styled(Box)(({ theme }) => ({
  gap: 2,
  '& > strong': { fontWeight: 600 },
  '& > small': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.ink3,
  },
}))

const RowName = styled('span')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '0 14px',
  ...theme.typography.body1,
  whiteSpace: 'normal',
  '&[data-child]': { paddingLeft: 40, fontWeight: 400 },
  '& > b': { fontWeight: 600 },
  '& > small': { flex: 'none', ...theme.typography.note },
  '& > svg': { flex: 'none', color: theme.vars.palette.ink2 },
}))

const Docs = styled(Box)(({ theme }) => ({
  flexDirection: 'row',
  alignItems: 'center',
  justifyContent: 'flex-start',
  gap: 8,
  '& > a': { fontWeight: 500, color: theme.vars.palette.accent.text, textDecoration: 'none' },
  '& > a:hover': { textDecoration: 'underline' },
  '& > svg': { color: theme.vars.palette.accent.text },
  '& > span': { color: theme.vars.palette.ink3 },
}))

/** Nobody is assigned. */
const Ring = styled('span')(({ theme }) => ({
  width: 20,
  height: 20,
  boxSizing: 'border-box',
  justifyContent: 'center',
  borderRadius: '50%',
  border: `1px dashed ${theme.vars.palette.control}`,
  color: theme.vars.palette.ink3,
  '&[data-taken]': { borderStyle: 'solid', backgroundColor: theme.vars.palette.neutral.tint },
}))

const place = ({ location: { city, state } }: Project): string =>
  [city, state].filter((part) => part !== null).join(', ')

/** A project over its column: name, size and place. */
export const ProjectHead = memo(function ProjectHead({
  project,
  style,
}: {
  project: Project
  style: DisplayStyle
}) {
  const facts = [
    project.capacity === null ? '' : formatSystemSize(project.capacity, style),
    place(project),
  ].filter((fact) => fact !== '')
  const more = [
    project.offtakerName && `Offtaker ${project.offtakerName}`,
    project.cod && `COD ${project.cod}`,
  ].filter(Boolean)
  return (
    <ColumnFace title={[project.name, ...more].join('\n')}>
      <strong>
        <MiddleEllipsis text={project.name} />
      </strong>
      <small>{facts.join(' · ')}</small>
    </ColumnFace>
  )
})

/** A category at the left of its row. */
export function CategoryHead({ row, collapsed }: { row: MatrixRow; collapsed: boolean }) {
  const text = `${row.number} ${row.name}`
  if (row.parentId !== null) return <RowName data-child="">{text}</RowName>
  return (
    <RowName>
      {collapsed ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
      <b>{text}</b>
      {collapsed && <small>{row.children === 1 ? '1 item' : `${row.children} items`}</small>}
    </RowName>
  )
}

/** Whether documents are linked in the row of a category (CHK-12). */
export const DocsFace = memo(function DocsFace({ link, mayEdit }: { link: string | null; mayEdit: boolean }) {
  if (link === null) {
    return (
      <Docs>
        <span>No docs linked</span>
      </Docs>
    )
  }
  return (
    <Docs>
      {opensLink(link) ? (
        // One stop of the Tab key for the whole grid; Enter opens the cell, which has the link as well.
        <a href={link} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
          View Docs
        </a>
      ) : (
        <span>View Docs</span>
      )}
      {mayEdit && <IconPencil size={14} />}
    </Docs>
  )
})

/** What is known of an assignee: their name, or only that there is one. */
const assigneeName = (item: Item, users: ReadonlyMap<string, User>): string =>
  item.userId === null ? 'nobody' : (users.get(item.userId)?.fullName ?? 'somebody')

interface ItemFaceProps {
  status: Item['status']
  commentCount: number
  assigned: boolean
  /** Who it is, where the person may know. */
  user: User | undefined
}

/** Status, assignee and number of comments of a child's cell (CHK-09). Hundreds are in view, and scroll. */
export const ItemFace = memo(function ItemFace({ status, commentCount, assigned, user }: ItemFaceProps) {
  return (
    <Box>
      <StatusFace status={status} />
      <small>
        {user ? (
          <Avatar name={user.fullName} size={20} picture={user.avatarUrl} />
        ) : (
          <Ring data-taken={assigned ? '' : undefined}>
            <IconUser size={12} />
          </Ring>
        )}
        <span>
          <IconMessage size={14} />
          {commentCount}
        </span>
      </small>
    </Box>
  )
})

const SkeletonLine = styled('span')(({ theme }) => ({
  width: 96,
  height: 8,
  borderRadius: 4,
  backgroundColor: theme.vars.palette.line,
}))

/** A cell that is still on its way. */
export const WaitingFace = () => (
  <Box>
    <SkeletonLine />
  </Box>
)

/** What the face of an item needs of it; items change in place. */
export const itemFaceProps = (item: Item, users: ReadonlyMap<string, User>): ItemFaceProps => ({
  status: item.status,
  commentCount: item.commentCount,
  assigned: item.userId !== null,
  user: item.userId === null ? undefined : users.get(item.userId),
})

/** A cell in words, for who does not see it. */
export const itemWords = (item: Item, label: string, users: ReadonlyMap<string, User>): string =>
  `${label}, assigned to ${assigneeName(item, users)}, ${item.commentCount} comments`

/** Cells that need attention stand out (CHK-34). */
export const groundOf = (item: Item): 'danger' | undefined =>
  progressOf(item.status) === 'attention' ? 'danger' : undefined
