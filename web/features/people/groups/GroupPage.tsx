import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { groupsAddress, HOME } from '../../../addresses.ts'
import { administers } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useStartView } from '../../../graphql/viewing/useStartView.ts'
import {
  Actions,
  Alert,
  Avatar,
  BorderedList,
  Breadcrumbs,
  Loading,
  Pagination,
  Panel,
  PathRow,
  pageOf,
  SkeletonLines,
  usePageTitle,
  withPage,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { OrgGroupDocument } from '../core/operations.generated.ts'
import { PermissionMatrix } from '../core/PermissionMatrix.tsx'
import { DeleteGroupDialog } from './DeleteGroupDialog.tsx'
import { GroupDialog } from './GroupDialog.tsx'

/** Members on a page. */
const PER_PAGE = 50

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '488px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 16,
  '& > div': { display: 'grid', gap: 16, minWidth: 0 },
  [theme.breakpoints.down('xl')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Part = styled(Panel)(({ theme }) => ({
  padding: '14px 16px',
  minWidth: 0,
  '& > h2': { margin: '0 0 10px', ...theme.typography.body2, fontWeight: 600 },
  '& > h2 > small': theme.typography.note,
  '& > p': { margin: 0, color: theme.vars.palette.ink2 },
}))

const Entries = styled(BorderedList)({
  '& > li': { minHeight: 36, padding: '6px 12px', overflowWrap: 'anywhere' },
})

const Room = styled('li')({
  '& > span': { flex: 1, minWidth: 0 },
  '& > button': { flex: 'none', margin: '-4px -6px -4px 0' },
})

const Member = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  '& > span:last-child': { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  '& small': theme.typography.note,
}))

/** A group with what its role allows, its deal rooms and its members (GRP-15 to GRP-18). */
export function GroupPage() {
  const { slug: orgSlug, name: organisation } = useArea(administers)
  const { groupId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const page = pageOf(address)
  const navigate = useNavigate()
  const { data, error, refetch } = useReading(
    OrgGroupDocument,
    { orgSlug, groupId, offset: (page - 1) * PER_PAGE },
    { keep: true, every: 60_000 },
  )
  const [opened, setOpened] = useState<'edit' | 'delete'>()
  const group = data?.orgGroup
  usePageTitle(group?.name ?? 'Group')
  const list = groupsAddress(orgSlug)
  // GRP-17
  const crumbs = [
    { label: `${organisation} Groups`, to: list },
    ...(group ? [{ label: group.name, to: groupsAddress(orgSlug, groupId) }] : []),
  ]
  const failure = error?.message
  const view = useStartView(HOME)
  // Trees of the rooms that the viewer may see as this group does.
  const viewable = new Map(
    group?.rooms.flatMap(({ id, documentsTree }) =>
      documentsTree?.canViewAs ? [[id, documentsTree.id] as const] : [],
    ),
  )
  const close = () => setOpened(undefined)
  return (
    <>
      <PathRow>
        <Breadcrumbs items={crumbs} />
        {group && (
          <Actions>
            <Button variant="outlined" onClick={() => setOpened('edit')}>
              Edit
            </Button>
            <Button variant="text" color="error" onClick={() => setOpened('delete')}>
              Delete
            </Button>
          </Actions>
        )}
      </PathRow>
      {failure !== undefined && <Alert tone="danger">{`Error loading group: ${failure}`}</Alert>}
      {!group && <Loading active={failure === undefined} skeleton={<SkeletonLines count={6} />} />}
      {group && (
        <Columns>
          <Part>
            <h2>{group.role?.name}</h2>
            <PermissionMatrix
              label={`What ${group.role?.name ?? 'the role'} allows`}
              granted={
                new Map(group.role?.permissions.map(({ codename }) => [codename, group.role?.name ?? '']))
              }
            />
          </Part>
          <div>
            <Part>
              <h2>Deal rooms</h2>
              {view.problem && <Alert tone="danger">{view.problem.message}</Alert>}
              {group.portfolios.length === 0 ? (
                <p>This group has no deal rooms.</p>
              ) : (
                <Entries>
                  {group.portfolios.map(({ id, name }) => {
                    const treeId = viewable.get(id)
                    return (
                      <Room key={id}>
                        <span>{name}</span>
                        {treeId !== undefined && (
                          <IconButton
                            size="small"
                            aria-label={`View ${name} as ${group.name}`}
                            title={`View as ${group.name}`}
                            disabled={view.busy}
                            onClick={() => void view.start({ treeId, groupId })}
                          >
                            <IconEye />
                          </IconButton>
                        )}
                      </Room>
                    )
                  })}
                </Entries>
              )}
            </Part>
            <Part>
              <h2>
                Members <small>{group.memberCount}</small>
              </h2>
              {group.members.length === 0 ? (
                <p>Nobody is in this group.</p>
              ) : (
                <Entries>
                  {group.members.map(({ id, fullName, companyName, email }) => (
                    <li key={id}>
                      <Member>
                        <Avatar name={fullName} />
                        <span>
                          {fullName}
                          <small>{[companyName, email].filter((part) => part !== null).join(' · ')}</small>
                        </span>
                      </Member>
                    </li>
                  ))}
                </Entries>
              )}
              <Pagination
                page={page}
                pageCount={Math.ceil(group.memberCount / PER_PAGE)}
                onChange={(next) => setAddress((before) => withPage(before, next))}
                label="Pages of members"
              />
            </Part>
          </div>
        </Columns>
      )}
      {opened === 'edit' && <GroupDialog groupId={groupId} onClose={close} onDone={refetch} />}
      {opened === 'delete' && group && (
        <DeleteGroupDialog
          group={group}
          onClose={close}
          onDone={async () => {
            const now = (await refetch().catch(() => undefined))?.data
            if (!now?.orgGroup) await navigate(list)
          }}
        />
      )}
    </>
  )
}
