import { en } from '#shared/i18n/en/index.ts';
import { addTexts } from '#shared/i18n/translator.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';

/** Tests read the texts of both languages without waiting for them. */
addTexts('en', en);
addTexts('zh-CN', zhCN);
