export { CommentThread, type CommentThreadProps } from './CommentThread.tsx'
export type { ThreadEntry } from './ThreadItem.tsx'
