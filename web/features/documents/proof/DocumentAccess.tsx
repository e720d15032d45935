import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  EmptyState,
  FormFoot,
  LedgerTiles,
  Note,
  SearchField,
  Segments,
  Table,
  useSearchTerm,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { OpenDocument } from '../place/place.ts'
import { Changes } from './Changes.tsx'
import { GroupsSeeing } from './GroupsSeeing.tsx'
import { MomentForm } from './MomentForm.tsx'
import { AccessOfDocumentDocument, type AccessOfDocumentQuery } from './operations.generated.ts'
import { PeopleSeeing, TITLE } from './PeopleSeeing.tsx'
import { ProofFrame, useChooseMoment, useMoment } from './ProofFrame.tsx'

type Access = AccessOfDocumentQuery['accessOfDocument']

const AtEnd = styled(FormFoot)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { justifyContent: 'flex-start' },
}))

const Explained = styled(Note)({ paddingBottom: 12 })

const tilesOf = ({ count, levels }: Access) => [
  { key: 'people', label: 'People', value: formatNumber(count) },
  ...levels.map(({ level, people }) => ({ key: level, label: level, value: formatNumber(people) })),
]

/** Who could see a document at a moment, by group or by person, with the changes of it (PROOF-01). */
export function DocumentAccess({ document }: { document: OpenDocument }) {
  const at = useMoment()
  const choose = useChooseMoment()
  const [by, setBy] = useState<'group' | 'person'>('group')
  const { text, setText, term } = useSearchTerm()
  const asked = { documentId: document.id, ...(at !== null && { at }) }
  // Who sees it now is asked of now.
  const { data, error, loading } = useReading(AccessOfDocumentDocument, asked, {
    fetchPolicy: 'network-only',
  })
  const access = data?.accessOfDocument
  // Whoever looks for people is shown people.
  const byPerson = by === 'person' || term !== ''
  return (
    <ProofFrame
      document={document}
      view="document"
      title={TITLE}
      knownSince={access?.knownSince}
      choice={<MomentForm key={at} at={at} onChoose={choose} />}
      figures={
        access && (
          <>
            {access.changes.length > 0 && (
              <>
                <Changes changes={access.changes} at={at} knownSince={access.knownSince} onChoose={choose} />
                <Explained>
                  Each ring is a change of this document’s permissions, or of a group or role that has to do
                  with it.
                </Explained>
              </>
            )}
            <LedgerTiles label="Levels" tiles={tilesOf(access)} />
            {access.superUsers > 0 && (
              <Explained>
                {formatCount(access.superUsers, 'super user')} of this installation could see it as well.
              </Explained>
            )}
          </>
        )
      }
    >
      <AtEnd>
        <SearchField value={text} onChange={setText} label="Find people" width={220} />
        <Segments
          label="Shown"
          value={byPerson ? 'person' : 'group'}
          onChange={(value) => {
            setBy(value)
            if (value === 'group') setText('')
          }}
          segments={[
            { value: 'group', label: 'By group' },
            { value: 'person', label: 'By person' },
          ]}
        />
      </AtEnd>
      {!access ? (
        <Table
          label={TITLE}
          columns={[{ key: 'name', header: 'Name', cell: () => null }]}
          rows={[]}
          getRowId={() => ''}
          loading={loading}
          empty={<EmptyState title="Nobody could see this." />}
          {...(error && { error })}
        />
      ) : byPerson ? (
        <PeopleSeeing
          key={JSON.stringify([at, term])}
          asked={{ ...asked, ...(term !== '' && { search: term }) }}
          knownSince={access.knownSince}
        />
      ) : (
        <GroupsSeeing key={at} asked={asked} access={access} />
      )}
    </ProofFrame>
  )
}
