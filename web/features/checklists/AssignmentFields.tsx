import { useApolloClient } from '@apollo/client/react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import {
  CHECKLIST_STATUS_LABELS,
  CHECKLIST_STATUSES,
  type ChecklistItemStatus,
} from '../../../shared/checklists.ts'
import { ComboField, type ComboOption, Form, SelectField } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Item, User } from './matrix.ts'
import { AssignableUsersDocument } from './operations.generated.ts'
import { StatusFace } from './statusFace.tsx'
import type { Change } from './useChanges.ts'

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 16,
  [theme.breakpoints.down('xs')]: { gridTemplateColumns: '1fr' },
  '& dl': { margin: 0 },
  '& dt': { ...theme.typography.body1, fontWeight: 500, marginBottom: 6 },
  '& dd': { margin: 0 },
}))

const STATUSES = CHECKLIST_STATUSES.map((value) => ({
  value,
  label: CHECKLIST_STATUS_LABELS[value],
  content: <StatusFace status={value} />,
}))

const optionOf = ({ id, fullName, companyName }: User): ComboOption => ({
  value: id,
  label: fullName,
  ...(companyName && { detail: companyName }),
})

/** What all of them have; null where they differ. */
const common = <Value,>(values: readonly Value[]): Value | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

interface AssignmentFieldsProps {
  portfolioId: string
  /** A choice is for all of them. */
  items: readonly Item[]
  users: ReadonlyMap<string, User>
  mayEdit: boolean
  onChange: (change: Change) => void
  /** Somebody whom the page may not have met yet. */
  onAssigned: (user: User) => void
}

/** Status and assignee of items; a choice acts immediately. */
export function AssignmentFields(props: AssignmentFieldsProps) {
  const { portfolioId, items, users, mayEdit } = props
  const client = useApolloClient()
  const status = common(items.map((item) => item.status)) ?? ''
  const userId = common(items.map((item) => item.userId)) ?? ''
  const form = useForm<{ status: string; userId: string }>({ values: { status, userId } })
  const found = useRef(new Map<string, User>())
  const change = useEffectEvent((name: string | undefined, values: { status?: string; userId?: string }) => {
    const { onChange, onAssigned } = props
    if (name === 'status' && values.status) onChange({ status: values.status as ChecklistItemStatus })
    if (name !== 'userId') return
    const user = found.current.get(values.userId ?? '')
    if (user) onAssigned(user)
    onChange({ userId: values.userId || null })
  })
  useEffect(() => {
    const watched = form.watch((values, { name, type }) => {
      if (type === 'change') change(name, values)
    })
    return () => watched.unsubscribe()
  }, [form])
  const search = useMemo(
    () => async (text: string, signal: AbortSignal) => {
      const { data } = await client.query({
        query: AssignableUsersDocument,
        variables: { portfolioId, search: text },
        fetchPolicy: 'no-cache',
        context: { fetchOptions: { signal } },
      })
      const people = data?.portfolioUsers ?? []
      for (const user of people) found.current.set(user.id, user)
      return people.map(optionOf)
    },
    [client, portfolioId],
  )
  const known = [...users.values()].map(optionOf)
  if (!mayEdit) {
    const [item] = items
    return (
      <Fields>
        <dl>
          <dt>Status</dt>
          <dd>{item && <StatusFace status={item.status} />}</dd>
        </dl>
        <dl>
          <dt>Assigned to</dt>
          <dd>{userId === '' ? 'Nobody' : (users.get(userId)?.fullName ?? 'Somebody')}</dd>
        </dl>
      </Fields>
    )
  }
  return (
    <Form form={form} onSubmit={() => undefined} disposable label="Status and assignee">
      <Fields>
        <SelectField
          name="status"
          label="Status"
          options={STATUSES}
          placeholder={items.length > 1 ? 'Several' : 'Select'}
        />
        <ComboField
          name="userId"
          label="Assigned to"
          placeholder={items.length > 1 ? 'Several or nobody' : 'Nobody'}
          search={search}
          known={known}
          empty="No users found."
        />
      </Fields>
    </Form>
  )
}
