import type { firstStart as english } from '../en/firstStart.ts';
import type { Translation } from '../types.ts';

export const firstStart: Translation<typeof english> = {
  title: '欢迎使用 NotAfter',
  intro: '只需三步，即可看到每张证书何时到期。',
  steps: '步骤',
  step: { connection: '连接', token: '访问令牌', orders: '订单' },
  stepState: { done: '已完成', current: '当前步骤', ahead: '未开始' },
  connection: {
    title: '证书服务的地址是什么？',
    text: 'NotAfter 将从该服务获取您的订单。请填写服务控制台中显示的 Open API 地址。',
  },
  token: {
    title: '授权 NotAfter 访问',
    text: '需要您在 {{service}} 的访问令牌。',
    testTitle: '测试一下',
    testOptional: '建议先用一个订单的 rid 进行测试，再继续下一步。',
    save: '保存并继续',
  },
  orders: {
    title: '需要关注哪些订单？',
    text: '连接“{{name}}”已就绪。请粘贴订单的 rid，可在服务控制台中查看。',
    later: '稍后再添加',
    finish: '查看我的订单',
  },
};
