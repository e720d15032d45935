import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AppProviders } from '../../../../ui/index.ts'
import type { PageUploads } from '../lazyEngine.ts'
import { UploadEngineProvider } from '../UploadProvider.tsx'

/** Renders a page that stands under the upload engine, as all pages do. */
export const renderUploads = (engine: PageUploads, page: ReactNode = null) =>
  render(
    <AppProviders>
      <UploadEngineProvider engine={engine}>{page}</UploadEngineProvider>
    </AppProviders>,
  )
