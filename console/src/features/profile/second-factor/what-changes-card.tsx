import { limits } from '@podium/contract/rules.ts'
import { Check, Minus } from 'lucide-react'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import own from './what-changes.module.css'

const CHANGES = [
  'Login asks for a code after the password',
  `A password needs ${limits.password_min_with_otp} characters, not ${limits.password_min}`,
  'Making a token asks for a code too',
  'Other sessions, and tokens made without it, end',
]
const STAYS = ['A wrong code counts as a failed login']

export function WhatChangesCard() {
  return (
    <Card title="With a second factor">
      <ul className={own.list}>
        {CHANGES.map((change) => (
          <li key={change} className={own.line}>
            <Icon of={Check} className={own.good} />
            {change}
          </li>
        ))}
        {STAYS.map((fact) => (
          <li key={fact} className={own.quiet}>
            <Icon of={Minus} />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  )
}
