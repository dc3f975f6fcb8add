import { FakeSecretService } from './fakeSecretService.ts';
import { connectToBus } from './testBus.ts';

// KWallet as the bus starts it: it takes its own name first, and then that of the Secret Service.
const address = process.env['DBUS_STARTER_ADDRESS'] ?? '';
await (await connectToBus(address)).requestName('org.kde.kwalletd6');
await FakeSecretService.start(address, 'accepts');
