import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  IconCopy,
  IconDots,
  IconFileExport,
  IconMail,
  IconPencil,
  IconPlus,
  IconTablePlus,
  IconTrash,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { usersExport } from '../../../addresses.ts'
import { administers } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { usePagedList } from '../../../graphql/usePagedList.ts'
import {
  Avatar,
  ListTools,
  MenuButton,
  type MenuEntry,
  PagedTable,
  SearchField,
  Segments,
  useBreakpoint,
  useCopied,
  useListState,
  usePageTitle,
  useToast,
} from '../../../ui/index.ts'
import { InvitationsDocument, ResendUserInvitationDocument } from '../core/operations.generated.ts'
import { useAdminCounts } from '../core/useAdminCounts.ts'
import { DeleteInvitationDialog } from './DeleteInvitationDialog.tsx'
import { GroupAccessDialog } from './GroupAccessDialog.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { ManyDialog } from './ManyDialog.tsx'
import { PEOPLE_SORTS, peopleColumns, stateDot } from './peopleColumns.tsx'
import { emailOf, nameOf, type Person } from './person.ts'
import { useSeveralInvitations } from './SeveralInvitations.tsx'

const LIST = {
  filters: { show: ['all', 'accepted', 'waiting'] },
  sorts: PEOPLE_SORTS,
  // PPL-05
  sort: { key: 'name', direction: 'asc' },
  // PPL-04
  perPage: 25,
} as const

/** What to do where the list is empty. */
const NEXT_STEPS = {
  all: 'Add people one by one with "Add user", or many together.',
  accepted: 'People are listed here once they have accepted their invitation.',
  waiting: 'Nobody has an invitation that is still to be accepted.',
} as const

/** PPL-06 */
const ACCEPTED = { all: null, accepted: true, waiting: false } as const

/** Everybody whom an organisation has invited or has as a member (PPL-03). */
export function PeoplePage() {
  const { slug: orgSlug } = useArea(administers)
  usePageTitle('People')
  const list = useListState(LIST)
  const { show } = list.filters
  const counts = useAdminCounts(orgSlug)
  const [opened, setOpened] = useState<Opened>()
  const wide = useBreakpoint('md')
  const people = usePagedList(
    InvitationsDocument,
    list,
    (page) => ({ orgSlug, accepted: ACCEPTED[show], ...page }),
    { pageOf: ({ invitationPages: { count, invitations: rows } }) => ({ count, rows }) },
  )
  const numbers = counts.data?.invitationCounts
  const sendsMail = numbers?.sendsMail ?? true
  const columns = useMemo(() => peopleColumns(sendsMail), [sendsMail])
  // PPL-13
  const refresh = () => Promise.all([people.refetch(), counts.refetch()])
  const several = useSeveralInvitations(orgSlug, { sendsMail, refresh })
  const rowMenu = useRowMenu({ orgSlug, sendsMail, open: setOpened, refresh })
  const open = (person: Person) => setOpened({ what: person.accepted ? 'groups' : 'edit', person })
  const close = () => setOpened(undefined)
  const segment = (value: 'all' | 'accepted' | 'waiting', label: string, number: number | undefined) => ({
    value,
    label,
    ...(number !== undefined && { count: number }),
  })
  return (
    <>
      <ListTools>
        <Segments
          label="Show"
          segments={[
            segment('all', 'All', numbers && numbers.accepted + numbers.waiting),
            segment('accepted', 'Accepted', numbers?.accepted),
            segment('waiting', 'Waiting', numbers?.waiting),
          ]}
          value={show}
          onChange={(value) => list.setFilter('show', value)}
        />
        <div data-end="">
          <SearchField label="Search people" width={260} value={list.text} onChange={list.setText} />
          {wide ? (
            <>
              <Button variant="outlined" href={usersExport(orgSlug)} startIcon={<IconFileExport />}>
                Export Users
              </Button>
              <Button
                variant="outlined"
                startIcon={<IconTablePlus />}
                onClick={() => setOpened({ what: 'many' })}
              >
                Bulk invite
              </Button>
              <Button
                variant="contained"
                startIcon={<IconUserPlus />}
                onClick={() => setOpened({ what: 'invite' })}
              >
                Add user
              </Button>
            </>
          ) : (
            <>
              <MenuButton
                label="More actions"
                icon={<IconDots />}
                variant="outlined"
                entries={[
                  {
                    key: 'many',
                    label: 'Bulk invite',
                    icon: <IconTablePlus />,
                    onSelect: () => setOpened({ what: 'many' }),
                  },
                  {
                    key: 'export',
                    label: 'Export Users',
                    icon: <IconFileExport />,
                    href: usersExport(orgSlug),
                  },
                ]}
              />
              <IconButton aria-label="Add user" color="primary" onClick={() => setOpened({ what: 'invite' })}>
                <IconPlus />
              </IconButton>
            </>
          )}
        </div>
      </ListTools>
      <PagedTable
        label="People"
        list={list}
        page={people}
        noun="people"
        columns={columns}
        getRowId={({ token }) => token}
        glyph={(person) => <Avatar name={nameOf(person)} />}
        rowMenu={rowMenu}
        // Where all that is listed can be sent again and deleted.
        selection={show === 'waiting' ? several.selection : undefined}
        rowName={nameOf}
        onOpen={open}
        opensByClick
        highlighted={opened?.person?.token ?? ''}
        rowHeight={54}
        minHeight={500}
        phoneRow={(person) => ({
          title: nameOf(person),
          strong: true,
          facts: [person.accepted && !person.deactivated ? emailOf(person) : stateDot(person)],
        })}
        // PPL-07
        empty={{ title: 'No users found.', hint: NEXT_STEPS[show] }}
      />
      {several.question}
      {opened?.what === 'invite' && (
        <InvitationDialog orgSlug={orgSlug} sendsMail={sendsMail} onClose={close} onDone={refresh} />
      )}
      {opened?.what === 'many' && <ManyDialog orgSlug={orgSlug} onClose={close} onDone={refresh} />}
      {opened?.what === 'edit' && (
        <InvitationDialog
          orgSlug={orgSlug}
          sendsMail={sendsMail}
          person={opened.person}
          onClose={close}
          onDone={refresh}
        />
      )}
      {opened?.what === 'groups' && (
        <GroupAccessDialog person={opened.person} onClose={close} onDone={refresh} />
      )}
      {opened?.what === 'delete' && (
        <DeleteInvitationDialog orgSlug={orgSlug} person={opened.person} onClose={close} onDone={refresh} />
      )}
    </>
  )
}

/** Which dialog is open, and of whom. */
type Opened =
  | { what: 'invite' | 'many'; person?: undefined }
  | { what: 'edit' | 'groups' | 'delete'; person: Person }

/** What may be done with a row: with a member their groups, with an invitation all that ends it (PPL-15, PPL-22). */
function useRowMenu({
  orgSlug,
  sendsMail,
  open,
  refresh,
}: {
  orgSlug: string
  sendsMail: boolean
  open: (opened: Opened) => void
  refresh: () => Promise<unknown>
}): (person: Person) => readonly MenuEntry[] {
  const { copy } = useCopied()
  const toast = useToast()
  const { attempt } = useAction(ResendUserInvitationDocument, { refresh })
  const resend = async ({ token }: Person) => {
    const { problem } = await attempt({ orgSlug, token })
    if (!problem) return
    // PPL-18, and how long to wait where that is why.
    toast.error(
      ['Unable to resend invitation.', problem.code === 'RATE_LIMITED' ? problem.message : '']
        .join(' ')
        .trim(),
    )
  }
  return (person) =>
    person.accepted
      ? [
          {
            key: 'groups',
            label: 'Group access',
            icon: <IconUsersGroup />,
            onSelect: () => open({ what: 'groups', person }),
          },
        ]
      : [
          {
            key: 'edit',
            label: 'Edit',
            icon: <IconPencil />,
            onSelect: () => open({ what: 'edit', person }),
          },
          ...(sendsMail
            ? [
                {
                  key: 'resend',
                  label: 'Resend',
                  icon: <IconMail />,
                  done: 'Sent',
                  onSelect: () => void resend(person),
                },
              ]
            : []),
          // Links into groups that the viewer may not fill are mailed alone (PPL-32).
          ...(person.invitationLink === ''
            ? []
            : [
                {
                  key: 'copy',
                  label: 'Copy invitation link',
                  icon: <IconCopy />,
                  done: 'Copied',
                  onSelect: () => void copy(person.invitationLink),
                },
              ]),
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash />,
            tone: 'danger',
            divider: true,
            onSelect: () => open({ what: 'delete', person }),
          },
        ]
}
