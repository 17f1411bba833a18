export type { AddressOf, ArgumentsOf, MaybeLeftOut, ReplyOf } from '@podium/contract/call.ts'
