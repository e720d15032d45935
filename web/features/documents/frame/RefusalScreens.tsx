import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { EmptyState, Panel } from '../../../ui/index.ts'
import { Page } from './layout.tsx'

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
              Go to all documents
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
