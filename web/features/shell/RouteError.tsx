import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PageNotFound } from '../../graphql/errors.ts'
import { ErrorState, lazily } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'

const NotFoundPage = lazily(async () => (await import('./NotFoundPage.tsx')).NotFoundPage, null, true)

const Place = styled('main')({ maxWidth: 720, padding: 24 })

/** Whether an error only says that the address leads nowhere. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof PageNotFound || (isRouteErrorResponse(error) && error.status === 404)

/** In place of a page that could not be shown: the not-found page, or a way to try again (ERR-09). */
export function RouteError() {
  const error = useRouteError()
  if (isNotFound(error)) return <NotFoundPage />
  return (
    <Place>
      <ErrorState
        message="This page could not be shown. Please try again."
        onRetry={() => window.location.reload()}
      />
    </Place>
  )
}
