import Button from '@mui/material/Button'
import { useDeferredValue, useState } from 'react'
import type { ApiMember } from '../../../../shared/apiMember.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import {
  Chip,
  Disclosure,
  EmptyState,
  ErrorState,
  Loading,
  PlainList,
  SearchField,
  SkeletonLines,
  TitleRow,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { matching, useApiMembers } from './members.ts'

const PAGE = 40

const Members = styled(PlainList)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  '& > li': {
    display: 'flex',
    flexDirection: 'column',
    gap: 4,
    padding: '12px 0',
    minWidth: 0,
    borderTop: `1px solid ${theme.vars.palette.line}`,
    overflowWrap: 'anywhere',
  },
  '& code': { ...theme.typography.body1, fontFamily: 'monospace' },
  '& dl': { margin: '4px 0 0', lineHeight: '20px' },
  '& dd': { margin: '0 0 6px', color: theme.vars.palette.ink2 },
}))
const Facts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  color: theme.vars.palette.ink2,
  ...theme.typography.body1,
}))

const BY_TOKEN = {
  never: 'Not by a token',
  read: 'By any token',
  write: 'By a token that may write',
} as const

/** All that the schema has, to be searched: what each does, who may, and how it fails (TOKEN-10). */
export function SchemaList() {
  const { members, failed, again } = useApiMembers()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(PAGE)
  const found = useDeferredValue(members && matching(members, search))
  return (
    <>
      <TitleRow>
        <h2>Schema</h2>
        <SearchField
          label="Search the schema"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setShown(PAGE)
          }}
        />
      </TitleRow>
      {failed && <ErrorState message="The schema could not be read." onRetry={again} />}
      {!members && <Loading active={!failed} skeleton={<SkeletonLines count={6} />} />}
      {found?.length === 0 && <EmptyState title="Nothing in the schema matches." />}
      {found && found.length > 0 && (
        <Members aria-label="Schema">
          {found.slice(0, shown).map((member) => (
            <Member key={`${member.kind} ${member.name}`} member={member} />
          ))}
        </Members>
      )}
      {found && found.length > shown && (
        <div>
          <Button variant="outlined" size="small" onClick={() => setShown(shown + PAGE)}>
            {`Show more of ${formatNumber(found.length)}`}
          </Button>
        </div>
      )}
    </>
  )
}

function Member({ member }: { member: ApiMember }) {
  const { kind, name, signature, description, permissions, errors, byToken, fields } = member
  return (
    <li>
      <code>{signature}</code>
      {description !== '' && <div>{description}</div>}
      <Facts>
        <Chip>{kind}</Chip>
        {byToken !== null && <Chip tone={byToken === 'never' ? 'warning' : 'info'}>{BY_TOKEN[byToken]}</Chip>}
        {permissions}
        {errors.length > 0 && <span>Errors: {errors.join(', ')}.</span>}
      </Facts>
      {fields.length > 0 && (
        <Disclosure summary={`${fields.length} ${kind === 'enum' ? 'values' : 'fields'} of ${name}`}>
          <dl>
            {fields.map((field) => (
              <div key={field.signature}>
                <dt>
                  <code>{field.signature}</code>
                </dt>
                {field.description !== '' && <dd>{field.description}</dd>}
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </li>
  )
}
