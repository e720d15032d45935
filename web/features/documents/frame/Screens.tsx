import Button from '@mui/material/Button'
import { Link } from 'react-router'
import {
  Breadcrumbs,
  type Column,
  EmptyState,
  ErrorState,
  Panel,
  Table,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { Page, ToolRow } from './layout.tsx'

/** In place of a document that is unknown, or hidden by its permissions (DOC-17). */
export function NotFoundScreen({ basePath }: { basePath: string | null }) {
  return (
    <Standing>
      <EmptyState
        title="Document not found."
        hint="It may have been deleted, or it is not shared with you."
        action={
          basePath !== null && (
            <Button component={Link} to={basePath}>
              Go to the first folder
            </Button>
          )
        }
      />
    </Standing>
  )
}

/** In place of a tree that the person may not look into (DOC-17). */
export function NotAuthorizedScreen() {
  return (
    <Standing>
      <EmptyState
        title="Not authorized."
        hint="Ask the person who invited you for access to these documents."
      />
    </Standing>
  )
}

/** In place of a history that the person may not read, with the way back to the documents (HIST-03). */
export function NoHistoryScreen({ backTo }: { backTo: string }) {
  return (
    <Standing>
      <EmptyState
        title="Not authorized."
        hint="Ask the person who invited you for access to the history of these documents."
        action={
          <Button component={Link} to={backTo}>
            Back to the documents
          </Button>
        }
      />
    </Standing>
  )
}

function Standing({ children }: { children: React.ReactNode }) {
  return (
    <Page>
      <Panel sx={{ mt: '20px' }}>{children}</Panel>
    </Page>
  )
}

/** In place of documents that could not be read (ERR-12). */
export function FailedScreen({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Page sx={{ pt: '20px' }}>
      <ErrorState message={message} onRetry={onRetry} />
    </Page>
  )
}

const FIVE = Array.from({ length: 5 }, () => undefined)

const COLUMNS: Column<never>[] = [
  { key: 'name', header: 'Name', cell: () => null },
  { key: 'size', header: 'Size', width: 84, align: 'right', cell: () => null },
  { key: 'modified', header: 'Last modified', width: 100, cell: () => null },
]

/** A folder in waiting: five rows of the real height (DOC-19). */
export function FolderSkeleton() {
  return (
    <Page aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <ToolRow>
        <Breadcrumbs items={[]} />
      </ToolRow>
      <Table
        label="Documents"
        columns={COLUMNS}
        rows={FIVE}
        getRowId={() => ''}
        strip=" "
        glyph={() => null}
        phoneRow={() => ({ title: '', facts: [] })}
      />
    </Page>
  )
}
