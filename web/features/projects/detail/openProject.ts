import type { ProjectPageQuery } from './operations.generated.ts'

/** A project as its page reads it. */
export type OpenProject = NonNullable<ProjectPageQuery['project']>
