import { MISSING } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { ChipList, type Column, MiddleEllipsis, RelativeTime, StatusDot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { companyOf, emailOf, nameOf, type Person, titleOf } from './person.ts'

/** A fact that is missing. */
const Two = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  lineHeight: '18px',
  '& > :is(span, div)': { fontWeight: 600, minWidth: 0 },
  '& > small': {
    ...theme.typography.note,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}))

function Name({ person }: { person: Person }) {
  const title = titleOf(person)
  return (
    <Two>
      <span>
        <MiddleEllipsis text={nameOf(person)} />
      </span>
      {title !== null && <small title={title}>{title}</small>}
    </Two>
  )
}

const State = styled(Two)({ '& > span': { fontWeight: 500 }, '& > small': { paddingLeft: 14 } })

/** Whether a person has come, as a dot and a word. */
export function stateDot({ accepted, deactivated }: Person) {
  if (deactivated) {
    return (
      <StatusDot color="ink2" hollow>
        Deactivated
      </StatusDot>
    )
  }
  return accepted ? (
    <StatusDot color="success">Active</StatusDot>
  ) : (
    <StatusDot color="info">Invited</StatusDot>
  )
}

const Sent = ({ person: { acceptedAt, sentAt }, sendsMail }: { person: Person; sendsMail: boolean }) =>
  acceptedAt === null && !sendsMail ? (
    'Not sent'
  ) : acceptedAt === null ? (
    <>
      Sent <RelativeTime at={sentAt} />
    </>
  ) : (
    formatDate(acceptedAt)
  )

/** PPL-05: what sorts has the name by which the server does. Without a mail server nothing was sent. */
export const peopleColumns = (sendsMail: boolean): readonly Column<Person>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 3,
    minWidth: 180,
    sortable: true,
    cell: (person) => <Name person={person} />,
  },
  {
    key: 'existing_user__company__name',
    header: 'Company',
    flex: 2,
    sortable: true,
    shownFrom: 'lg',
    cell: (person) => <MiddleEllipsis text={companyOf(person) ?? MISSING} />,
  },
  {
    key: 'email',
    header: 'Email',
    flex: 3,
    sortable: true,
    cell: (person) => <MiddleEllipsis text={emailOf(person)} />,
  },
  {
    key: 'groups',
    header: 'Groups',
    width: 236,
    shownFrom: 'lg',
    cell: ({ groups }) =>
      groups.length === 0 ? (
        MISSING
      ) : (
        <ChipList items={groups.map(({ id, name }) => ({ key: id, text: name }))} longest={20} kept={17} />
      ),
  },
  {
    key: 'accepted',
    header: 'Accepted',
    width: 148,
    sortable: true,
    cell: (person) => (
      <State>
        {stateDot(person)}
        <small>
          <Sent person={person} sendsMail={sendsMail} />
        </small>
      </State>
    ),
  },
  {
    key: 'last_login',
    header: 'Last login',
    width: 120,
    shownFrom: 'xl',
    cell: ({ existingUser, accepted }) =>
      !accepted || !existingUser ? (
        MISSING
      ) : existingUser.lastLogin === null ? (
        'Never'
      ) : (
        <RelativeTime at={existingUser.lastLogin} />
      ),
  },
]

export const PEOPLE_SORTS = peopleColumns(true)
  .filter(({ sortable }) => sortable)
  .map(({ key }) => key)
