import Button from '@mui/material/Button'
import { IconChecks, IconFileSpreadsheet } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { newIndexAddress } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import {
  Actions,
  BusyButton,
  type Column,
  EmptyState,
  FilterMenu,
  type FilterOption,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { FoundTable } from '../found/FoundTable.tsx'
import { NewDocumentsDocument, type NewDocumentsQuery } from '../found/operations.generated.ts'
import { namedDocument } from '../place/address.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { MarkAllAsReadDocument, NewSinceDocument } from './operations.generated.ts'

const Tools = styled(Actions)(({ theme }) => ({
  padding: '8px 14px',
  '& > h2': { margin: '0 auto 0 0', ...theme.typography.body2, fontWeight: 600 },
  [theme.breakpoints.down('md')]: { paddingInline: 0, '& > h2': { width: '100%' } },
}))

interface NewFile extends NewFileRow {
  /** Null for who doesn't see the history. */
  readonly publishedBy: string | null
}
type NewFileRow = NewDocumentsQuery['newDocuments']['items'][number]

const pageOf = ({ newDocuments: { count, items, publishers } }: NewDocumentsQuery): ListPage<NewFile> => ({
  count,
  rows: items.map((item, at) => ({ ...item, publishedBy: publishers[at] ?? null })),
})

const kindOption = (value: string): FilterOption => ({ value, label: `.${value}` })
const BY: Column<NewFile> = {
  key: 'publishedBy',
  header: 'Published by',
  words: ({ publishedBy }) => publishedBy ?? '',
  shownFrom: 'lg',
  cell: ({ publishedBy }) => publishedBy ?? '',
}

/** What is new to the person in a folder and below since their last visit (NEW-02). */
export function NewPage({ folder, refetch }: { folder: OpenDocument; refetch: () => Promise<unknown> }) {
  const { tree } = usePlace()
  const toast = useToast()
  const [kinds, setKinds] = useState<readonly string[]>([])
  const folderId = namedDocument(tree.id, folder.id)
  const list = useWindowedList({
    query: NewDocumentsDocument,
    variables: { treeId: tree.id, folderId, fileTypes: kinds.length > 0 ? [...kinds] : null },
    pageOf,
    apart: true,
    onRefused: () => void refetch().catch(() => {}),
  })
  const reading = useAction(MarkAllAsReadDocument, {
    refresh: list.refresh,
    onOutcome: ({ data, problem }) => {
      if (data) tellOtherTabs(tree.id)
      else if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
    },
  })
  const arrange = useCallback(
    (others: readonly Column<Row>[]) => (tree.canViewDocumentsHistory ? [BY, ...others] : others),
    [tree.canViewDocumentsHistory],
  )
  const { data } = useReading(NewSinceDocument, { treeId: tree.id })
  const since = data?.newDocuments.since ?? null
  const count = list.rows.length
  const options = (data?.documentTree?.fileTypes ?? []).filter((kind) => kind !== 'folder').map(kindOption)
  return (
    <>
      <Tools>
        <h2>{since === null ? 'New' : `New since ${formatDateTime(since)}`}</h2>
        <FilterMenu label="Kind" options={options} selected={kinds.map(kindOption)} onChange={setKinds} />
        {count > 0 && (
          <>
            <Button
              size="small"
              variant="outlined"
              startIcon={<IconFileSpreadsheet />}
              href={newIndexAddress(tree.id, folderId, kinds)}
              target="_blank"
              rel="noreferrer"
            >
              Index
            </Button>
            <BusyButton
              size="small"
              variant="outlined"
              busy={reading.busy}
              startIcon={<IconChecks />}
              onClick={() => void reading.act({ treeId: tree.id, folderId })}
            >
              Mark all as read
            </BusyButton>
          </>
        )}
      </Tools>
      <FoundTable
        label="New"
        keptAs="new"
        list={list}
        arrange={arrange}
        phoneFacts={2}
        strip={<span role="status">{list.waiting ? '' : `${formatNumber(count)} new`}</span>}
        empty={
          <EmptyState
            title={kinds.length > 0 ? 'Nothing of these kinds is new.' : 'Nothing is new here.'}
            hint="What is published after your last visit stands here until you open it."
          />
        }
      />
    </>
  )
}
