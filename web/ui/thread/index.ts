export { CommentThread, type CommentThreadProps, type ThreadEntry } from './CommentThread.tsx'
