/** Errors of webhooks and mail; part of `errors`. */
export const notificationErrors = {
  'WEBHOOK.MANY': {
    status: 409,
    detail: (p: Record<string, string | number>) =>
      `This workspace has ${p.most} webhooks already. Delete one of them first.`,
  },
  'MAIL.NONE': {
    status: 409,
    detail: () => 'Mail is not set up on this server. An administrator sets it up with PODIUM_SMTP_URL.',
  },
  'MAIL.ADDRESS': {
    status: 409,
    detail: () => 'Your account has no email address. Add one to your profile first.',
  },
  'MAIL.OFTEN': {
    status: 429,
    detail: (p: Record<string, string | number>) =>
      `You have sent ${p.most} test messages in the last hour. Please try again later.`,
  },
} as const
